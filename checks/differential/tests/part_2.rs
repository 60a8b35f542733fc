//! The programs of part 2.

differential::part!(2);
