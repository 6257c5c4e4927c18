// The loop of reference.cpp, written for speed: benchmarks/drivers.py compares it too.
//
// - Patterns of ones store no values, and columns take 2 bytes if n allows it.
// - Rows are padded to whole groups, so that loops have a fixed length and several accumulators.
// - The patterns of the mini-epochs are copied, so that they lie one after the other.
// - Powers of t come from a table.
#include "rows.hpp"

// Patterns in the order of presentation, and all that a visit reads of them.
template <class Rows> struct Order {
    Rows rows;
    Vector labels, q, alpha;
    std::vector<int32_t> ids;
    long size;
};

template <class Rule, class Rows>
void run(Rule rule, const Rows &rows, const Input &input, long mini_epochs) {
    const long m = input.labels.size(), n = input.n;
    const double rho = input.rho, delta2 = input.delta * input.delta;
    Order<Rows> all{rows, input.labels, Vector(m), Vector(m, 0.0), std::vector<int32_t>(m), m};
    Order<Rows> active{rows.empty(), Vector(m), Vector(m), Vector(m), std::vector<int32_t>(m), 0};
    for (long k = 0; k < m; ++k)
        all.q[k] = rows.squared_norm(k, n) + rho * rho + delta2, all.ids[k] = k;
    Vector weight((n + 9) / 8 * 8 + 8, 0.0);
    double *a = weight.data(), threshold = 0, n2 = 0;  // threshold: ρ a[n]
    long t = 0, visits = 0;
    auto add = [&](Order<Rows> &order, long place, double d) {
        double signed_d = d * order.labels[place];
        order.rows.add(a, order.rows.starts[place], order.rows.starts[place + 1], signed_d, n);
        threshold += signed_d * rho * rho;
        order.alpha[place] += d;
    };
    if (Rule::from_first) add(all, 0, 1.0), n2 = all.q[0], t = 1;
    const long first_t = t;
    const double started = processor_seconds();
    double bound = rule.bound(n2, t);
    // Visits the patterns of an order, and calls `updated` with the places that cause an update.
    auto visit = [&](Order<Rows> &order, auto updated) {
        const Start *starts = order.rows.starts.data();
        const double *labels = order.labels.data();
        double *alpha = order.alpha.data();
        Start start = starts[0];
        for (long place = 0; place < order.size; ++place) {
            const Start end = starts[place + 1];
            const double plain = order.rows.product(a, start, end) + threshold;
            const double p = labels[place] * plain + delta2 * alpha[place];
            start = end;
            if (__builtin_expect(!rule.wrong(p, bound), 1)) continue;
            double s, d;
            rule.step(p, order.q[place], n2, t, s, d);
            if (s != 1) {
                scale(a, weight.size(), s), scale(all.alpha.data(), m, s);
                if (&order != &all) scale(alpha, order.size, s);
                threshold *= s;
            }
            add(order, place, d);
            if (s == 1)
                n2 = d == 1 ? n2 + 2 * p + order.q[place] : n2 + d * (2 * p + d * order.q[place]);
            else
                n2 = s == 0 ? d : s * n2 + d;
            ++t;
            bound = rule.bound(n2, t);
            updated(place);
        }
        visits += order.size;
    };
    for (;;) {
        active.size = 0;
        visit(all, [&](long place) { active.ids[active.size++] = place; });
        if (!active.size) break;
        if (!mini_epochs) continue;
        for (long i = 0; i < active.size; ++i) {
            const long k = active.ids[i];
            all.rows.copy(k, active.rows, i);
            active.labels[i] = all.labels[k], active.q[i] = all.q[k], active.alpha[i] = all.alpha[k];
        }
        for (long e = 0; e < mini_epochs; ++e) {
            bool any = false;
            visit(active, [&](long) { any = true; });
            if (!any) break;
        }
        for (long i = 0; i < active.size; ++i) all.alpha[active.ids[i]] = active.alpha[i];
    }
    std::printf("%ld %ld %.6f\n", t - first_t, visits, processor_seconds() - started);
}

template <class Rows> void run_on(const char *name, const double *x, const Input &input, long minis) {
    run_rule<TableOfPowers>(name, x, [&](auto rule) { run(rule, Rows(input), input, minis); });
}

int main(int argc, char **argv) {
    return read_and_run(argc, argv, [](const char *layout, const char *name, const double *x,
                                       const Input &input, long minis) {
        const bool is_narrow = input.n + 1 < 65536;
        if (!std::strcmp(layout, "dense"))
            run_on<DenseRows>(name, x, input, minis);
        else if (!std::strcmp(layout, "sparse") && is_narrow)
            run_on<SparseRows<uint16_t>>(name, x, input, minis);
        else if (!std::strcmp(layout, "sparse"))
            run_on<SparseRows<uint32_t>>(name, x, input, minis);
        else if (is_narrow)
            run_on<BinaryRows<uint16_t>>(name, x, input, minis);
        else
            run_on<BinaryRows<uint32_t>>(name, x, input, minis);
    });
}
