//! The programs of part 3.

differential::part!(3);
