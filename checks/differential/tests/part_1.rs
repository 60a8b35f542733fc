//! The programs of part 1.

differential::part!(1);
