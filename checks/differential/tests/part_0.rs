//! The programs of part 0.

differential::part!(0);
