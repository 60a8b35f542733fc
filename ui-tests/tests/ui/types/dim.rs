mod dim_lower_case {
    use bcast::dim;

    dim!(batch);
}

mod dim_of_a_number {
    use bcast::dim;

    dim!(3);
}

mod dim_of_nothing {
    use bcast::dim;

    dim!();
}

mod dim_upper_case {
    use bcast::dim;

    dim!(N);
}

mod dim_upper_case_word {
    use bcast::dim;

    dim!(BATCH_SIZE);
}

mod dim_without_commas {
    use bcast::dim;

    dim!(Batch Time);
}

fn main() {}
