use crate::support::Spec;
use bcast_core::length::Length;
use bcast_core::mode::Mode;

#[test]
fn show() {
    let n = |i| Length::name(i);
    let v = |i| Length::value(i);
    let k = Length::Known;
    let u = Length::Unknown;
    let show = |t: String| println!("{t}\n");
    let x: &[usize] = &[32, 64, 7, 7];
    show(
        Spec::named(Mode::Pdpd, &[("x", x), ("gamma", &[64])])
            .axis(0)
            .message(),
    );
    show(Spec::named(Mode::Pdpd, &[("x", x), ("gamma", &[64])]).message());
    show(Spec::named(Mode::Numpy, &[("x", x), ("bias", &[64])]).message());
    show(Spec::named(Mode::Numpy, &[("bias", &[64]), ("x", x)]).message());
    show(
        Spec::named(Mode::Pdpd, &[("x", x), ("gamma", &[64]), ("skip", x)])
            .axis(1)
            .message(),
    );
    show(
        Spec::named(Mode::Pdpd, &[("a", &[8, 1, 6, 1]), ("b", &[7, 1, 5])])
            .axis(1)
            .message(),
    );
    show(
        Spec::named(Mode::Pdpd, &[("a", &[8, 1, 6, 1]), ("b", &[7, 1, 5])])
            .axis(9)
            .message(),
    );
    show(
        Spec::named(Mode::Pdpd, &[("a", &[8, 1, 6, 1]), ("b", &[1, 5])])
            .own_axis(1, -5)
            .message(),
    );
    show(Spec::named(Mode::None, &[("a", &[2, 3]), ("b", &[3])]).message());
    show(Spec::named(Mode::None, &[("a", &[2, 3]), ("b", &[2, 1])]).message());
    show(
        Spec::named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[3])])
            .axis(1)
            .message(),
    );
    show(
        Spec::named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[2])])
            .axis(0)
            .message(),
    );
    show(Spec::named(Mode::Unidirectional, &[("slope", &[3]), ("x", &[2, 3])]).message());
    show(
        Spec::named(Mode::Paddle, &[("x", x), ("b", &[7, 7])])
            .axis(3)
            .message(),
    );
    show(
        Spec::named(Mode::Paddle, &[("x", &[2, 3]), ("b", &[2, 1])])
            .axis(1)
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .axes(&[1])
            .to(&[2, 3, 4])
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .axes(&[1, 5])
            .to(&[2, 3, 4])
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .axes(&[1, 0])
            .to(&[2, 3, 4])
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .to(&[2, 3, 4])
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .axes(&[0, 1])
            .message(),
    );
    show(
        Spec::named(Mode::Explicit, &[("d", &[2, 3])])
            .axes(&[1, 2])
            .to(&[2, 3, 4])
            .message(),
    );
    show(Spec::named(Mode::Bidirectional, &[("d", &[2, 3])]).message());
    show(
        Spec::named(Mode::Numpy, &[("a", &[2, 3])])
            .to(&[1, 3])
            .message(),
    );
    show(
        Spec::named(Mode::Numpy, &[("a", &[2, 3])])
            .place("y", &[4, 3])
            .message(),
    );
    show(
        Spec::named(Mode::Numpy, &[("a", &[2, 3]), ("b", &[1])])
            .place("y", &[4])
            .message(),
    );
    show(
        Spec::named(Mode::Pdpd, &[("a", &[2, 3]), ("b", &[1])])
            .place("y", &[2, 1])
            .message(),
    );
    show(
        Spec::named(Mode::Numpy, &[("a", &[1, 3]), ("b", &[2, 3])])
            .onto(0)
            .message(),
    );
    show(
        Spec::named(Mode::Numpy, &[("a", &[3]), ("b", &[2, 3])])
            .onto(0)
            .message(),
    );
    show(
        Spec::named(Mode::Pdpd, &[("a", &[2, 3]), ("b", &[1])])
            .base(0)
            .to(&[2, 3])
            .message(),
    );
    show(Spec::named(Mode::Ncnn, &[("a", &[3, 2]), ("b", &[4])]).message());
    show(Spec::named(Mode::Numpy, &[("a", &[usize::MAX, 1]), ("b", &[3])]).message());
    show(
        Spec::named(Mode::Pdpd, &[("a", &[2]), ("b", &[2])])
            .own_axis(0, 0)
            .own_axis(1, 0)
            .message(),
    );
    let e = Spec::named(Mode::Ncnn, &[("x", &[n(0), n(1)][..]), ("b", &[n(1)])])
        .resolve()
        .unwrap_err();
    show(e.with_symbol_names(&["C", "W"], &[]).to_string());
    let e = Spec::named(
        Mode::Numpy,
        &[("x", &[n(0), n(1), n(2), n(3)][..]), ("b", &[n(1)])],
    )
    .resolve()
    .unwrap_err();
    show(e.with_symbol_names(&["N", "C", "H", "W"], &[]).to_string());
    let e = Spec::named(
        Mode::Numpy,
        &[("x", &[u, v(0), k(1), k(5)][..]), ("b", &[k(4)])],
    )
    .resolve()
    .unwrap_err();
    show(
        e.with_symbol_names(&["N", "C", "H", "W"], &["{2 * K}"])
            .to_string(),
    );
    let y = Spec::named(Mode::Numpy, &[("x", x), ("gamma", &[64]), ("beta", &[64])])
        .resolve_all()
        .unwrap_err();
    for e in y {
        show(e.to_string());
    }
}
