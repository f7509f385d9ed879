/* Small programs about one thing each, that chance alone makes too rarely: a builtin whose operands
   it may not take, constants that fold, names that shadow others, cases, loops with a mistake,
   arrays made of arrays. Most are right, the others are errors; the evaluator says which.

   They come from a grammar: in a way of writing something a capital letter stands for another
   rule, of which one way is taken; @ is any decimal. Once the text is long the first way is. */
#ifndef RANDOM_DIRECTED_H
#define RANDOM_DIRECTED_H

#include "random_program.h"

/* Constants of all kinds. */
static const char *const typed_values[] = {
    "(vec2 1)", "(vec3 0.5)", "(vec4 2)", "(ivec2 1)", "(ivec3 2)", "(uvec3 2)", "(uvec2 3)",
    "(bvec2 true)", "(bvec3 true)", "(bvec4 false)", "(mat2 1)", "(mat3 1)", "(mat2x3 0)",
    "(bmat2 true)", "(array 1 2)", "sin", "(func (a) a)", "(< (.x (frag-coord)) 2)",
    "(int (.x (frag-coord)))", "2i", "3u", "true", "1.5", "1", NULL};

/* A whole program. */
static const char *const grammar_programs[] = {
    "(output 0 X)", "(output 0 X)", "(output 0 X)", "(output 0 X)", "(output 0 (vec4 F F F F))",
    "(output 0 (vec4 F F F F)) (output 1 (vec4 F F F F))",
    "(output 0 (ivec4 G G G G)) (output 1 (uvec4 H H H H))",
    "(define a (.x (frag-coord))) (define b 2) (define c 3) (define d 5) (define (f a) (+ a b)) "
    "(define (g b) (- b a)) (output 0 N)",
    "(variant two (on) (off num)) (variant pair (p two two) (q num two)) (output 0 (case Y K))",
    "(variant two (on) (off num)) (variant pair (p two two) (q num two)) (output 0 (case Y K K))",
    "(variant two (on) (off num)) (variant pair (p two two) (q num two)) (output 0 (case Y K K K))",
    "(output 0 ^)", "(output 0 (vec2 ^ ^))", "(output 0 L)", "(define t A) (output 0 L)",
    "(output 0 (at V P))",
    "(define v V) (output 0 (+ (at v P) (at V P)))",
    "(variant two (on) (off num)) (define a (.x (frag-coord))) (define (g u k) %) "
    "(define (h u k) (+ % (* k %))) (output 0 (vec2 (+ & & & & (h R ?)) (+ & & & (g a ?))))",
    "(variant two (on) (off num)) (define a (.x (frag-coord))) "
    "(define (f x) (let ((g (func (u k) (+ % (- a %)))) (h (func (u k) (- % (+ x %))))) "
    "(+ & & & & (g x ?)))) (output 0 (- (+ (f R) (f (.y (frag-coord)))) (f ?)))",
    "(variant two (on) (off num)) (define a (.x (frag-coord))) (define (p s u k) (- (s u %) %)) "
    "(define (f x) (let* ((g (func (u k) (+ % (* x %)))) (h (func (u k) (p g (- % u) ?)))) "
    "(+ (p ` R ?) (p ` x ?) (p ` (h R ?) ?) & &))) (output 0 (- (+ (f R) (f ?)) (p - R ?)))",
    "(variant two (on) (off num)) (define a (.x (frag-coord))) (define (f x k) (let ((u (* k x))) "
    "(let ((g (func (u k) (+ % x))) (h (func (u x) (let ((k (- x u))) (- % k))))) (+ & & & &)))) "
    "(define (e x) (let ((g f) (h (func (k u) (- (f u k) x)))) (+ (f x ?) & (f R ?) &))) "
    "(define (d x) (+ (e x) (f x ?) (e (- x R)))) (output 0 (vec2 (d a) (f a ?)))", NULL};

/* One builtin. */
static const char *const grammar_builtin[] = {
    "(shift-left I I)", "(shift-right I I)", "(bit-extract I I I)", "(bit-insert I I I I)",
    "(.high (mul-extended I I))", "(ldexp S I)", "(num I)", "(dot A A)", "(distance A A)",
    "(cross A A)", "(reflect A A)", "(mix A A A)", "(clamp A A A)", "(min A A)", "(at A A)",
    "(at A I)", "(at A S)", "(at (the (array num 2) (array A A)) 1)",
    "(at (the (array A 2) (array A A)) 1)", "(fwidth S)", "(fwidth (* S (.y (frag-coord))))",
    "(step S S)", "(max S S)", "(* S S)", "(/ S S)", "(mod S S)", "(round S)", "(if (<= S S) S S)",
    "(- A A)", "(* A A)", "(clamp I I I)", "(select A A A)", "(select (bvec2 true false) D D)",
    "(select (bvec3 false true true) D D)", "(int A)", "(uint A)", "(bool A)", "(vec2 A)",
    "(ivec2 A)", "(uvec3 A)", "(bvec3 A)", "(max I I)", "(< I I)", "(at (at (num A) 0) 1)",
    "(at (at (* A A) 0) 1)", "(at (at (- A A) 1) 0)", NULL};
static const char *const grammar_integers[] = {
    "2i", "3u", "0i", "40u", "-1i", "16777217i", "(ivec2 1 3)", "(uvec2 4000000000u 5)",
    "4000000000u", "(ivec3 2)", "(int (.x (frag-coord)))", "(uint (* 1e9 (.y (frag-coord))))",
    "(uvec2 (uint (.x (frag-coord))) 4000000000u)", "(+ 4000000000u (uint (.x (frag-coord))))",
    NULL};
static const char *const grammar_numbers[] = {
    "0", "-0.0", "1", "0.5", "-2.5", "(/ 1 0)", "(/ 0 0)", "(/ 0 0)", "(.x (frag-coord))",
    "(- (.y (frag-coord)) 0.5)", "(vec2 (/ 0 0) 1)", "(/ 1 (- (.x (frag-coord)) 0.5))", NULL};
static const char *const grammar_vectors[] = {
    "(vec2 1)", "(vec2 3 4)", "(vec3 2)", "(vec4 1)", "(ivec2 1)", "(bvec3 true)", "(vec3 1 2 3)",
    NULL};

/* What folds, to a num, an int, a uint and a bool. */
static const char *const grammar_num[] = {
    "E", "(floor E)", "(ceil E)", "(trunc E)", "(fract E)", "(round-even E)", "(abs E)",
    "(sign E)", "(saturate E)", "(- E)", "(+ E E)", "(- E E)", "(* E E)", "(min E E)", "(max E E)",
    "(nmin E E)", "(nmax E E)", "(step E E)", "(clamp E E E)", "(nclamp E -1. E)", "(if B 1. 2.)",
    "(num B)", "(num G)", "(num H)", "(select B E E)", NULL};
static const char *const grammar_int[] = {
    "J", "(int E)", "(float-bits-to-int (sign E))", "(float-bits-to-int (fract E))", "(- J)",
    "(abs J)", "(sign J)", "(+ J J)", "(- J J)", "(* J J)", "(min J J)", "(max J J)",
    "(clamp J J J)", "(bit-and J J)", "(bit-or J J)", "(bit-xor J J)", "(bit-not J)",
    "(bit-reverse J)", "(bit-count J)", "(find-lsb J)", "(find-msb J)", "(find-msb U)",
    "(shift-right J 5i)", "(shift-left J 7i)", "(bit-extract J 3i 9i)", "(bit-insert J J 4i 8i)",
    "(/ J 7i)", "(rem J 5i)", "(mod J 5i)", "(if B J 3i)", "(int H)", "(int B)", NULL};
static const char *const grammar_uint[] = {
    "U", "(+ U U)", "(- U U)", "(* U U)", "(min U U)", "(max U U)", "(clamp U U U)",
    "(bit-and U U)", "(bit-xor U U)", "(bit-reverse U)", "(shift-right U 5u)", "(shift-left U 7u)",
    "(bit-extract U 3i 9i)", "(bit-insert U U 4i 8i)", "(/ U 7u)", "(rem U 5u)", "(uint G)",
    "(uint B)", "(if B U 3u)", NULL};
static const char *const grammar_bool[] = {
    "(< E E)", "(<= E E)", "(> E E)", "(>= E E)", "(= E E)", "(/= E E)", "(= E E)", "(/= E E)",
    "(C E (/ 0. 0.))", "(C (/ 0. 0.) E)", "(C E E)", "(C J J)", "(C U U)", "(is-nan E)", "(< J J)",
    "(>= J J)", "(= J J)", "(< U U)", "(<= U U)", "(not B)", "(and B B)", "(or B B)", "(xor B B)",
    "(= B B)", "(let ((e E)) (= e e))", "(let ((e (* -0. (.x (frag-coord))))) (= e E))",
    "(let ((e (- (.x (frag-coord)) 0.5))) (let ((n (/ e e))) (C n n)))",
    "(= (* E (.x (frag-coord))) E)", NULL};
static const char *const grammar_orders[] = {"<", "<=", ">", ">=", "=", "/=", NULL};
static const char *const grammar_edge[] = {
    "0.", "-0.", "0.5", "-0.5", "1.5", "2.5", "-2.5", "3.5", "-1.5", "1.", "-1.", "-3.25",
    "16777217.", "8388607.5", "-8388608.5", "0.49999997", "-0.99999994", "2147483520.",
    "-2147483648.", "3.4028235e38", "1.1754944e-38", "(/ 0. 0.)", "(/ 1. 0.)", "(/ -1. 0.)",
    "(* 1e38 1e38)", "@", "@", "@", "(.x (frag-coord))", "(- 1.5 (.x (frag-coord)))", NULL};
static const char *const grammar_edge_int[] = {
    "0i", "1i", "-1i", "2i", "-7i", "31i", "100i", "-2147483648i", "2147483647i", "-2147483647i",
    "16777217i", "0x55aa33i", "-65536i", "(int (.x (frag-coord)))", NULL};
static const char *const grammar_edge_uint[] = {
    "0u", "1u", "2u", "7u", "32u", "255u", "65536u", "4294967295u", "2147483648u", "2147483647u",
    "4000000000u", "(uint (.x (frag-coord)))", "(+ 4000000000u (uint (.x (frag-coord))))", NULL};

/* Names that shadow others, and what knows them from before. */
static const char *const grammar_names[] = {
    "O", "O", "(+ N O)", "(- O N)", "(let ((O N)) N)", "(let ((O N)) N)", "(let ((O O)) (+ N O))",
    "((func (O) N) N)", "((func (O O) N) O N)", "(let* ((O N) (O N)) N)",
    "(let* ((O N) (O O) (O N) (O O)) (+ N O))", "(let ((O (func (O) N))) N)",
    "(let* ((T O) (T O) (T O) (T O) (T O) (T O) (T O) (T O) (T O) (T N)) (+ N O))",
    "(let* ((T N) (T O) (T O) (T O) (T O) (T O) (T O) (T O) (T O)) N)", "(- N N)",
    "(- (let* ((O N) (T 1) (T 2) (T 3) (T 4) (T 5) (T 6) (T 7) (T 8) (T 9)) (+ $ O)) "
    "(let* ((T 1) (T 2) (T 3) (T 4) (T 5) (T 6) (T 7) (T 8) (T 9)) (+ $ O)))",
    "(let* ((O N) (T O) (T 1) (T 2) (T 3) (T O) (T 1) (T 2) (T 3) (T O)) (+ T O))",
    "(let* ((T O) (T 1) (T 2) (T 3) (T O) (T 1) (T 2) (T 3) (T O)) (- T O))",
    "(let ((f (func (O) N))) (+ (f O) N))", "(let ((O N) (O N)) (- N O))", NULL};
static const char *const grammar_name[] = {"a", "b", "c", "d", NULL};
static const char *const grammar_filler[] = {"k", "l", "m", "n", "o", "p", "q", "r", "s", NULL};

static const char *const grammar_calls[] = {
    "(f 1) (f 2) (f 3) (f 4) (f 5) (f 6) (f 7) (f 8) (f 9)",
    "(g N) (g 2) (g 3) (g 4) (g 5) (g 6) (g 7) (g 8) (g 9)", NULL};

/* The value of a case, and its clauses. */
static const char *const grammar_pair[] = {"(p Z Z)", "(p Z Z)", "(q R Z)", "(if Q Y Y)", NULL};
static const char *const grammar_two[] = {
    "(on)", "(off R)", "(if Q Z Z)", "(if Q (on) (off R))", NULL};
static const char *const grammar_clauses[] = {
    "((p W W) R) ((q _ W) R)", "((p (on) W) 1) ((p W W) R) ((q _ _) 5)",
    "((p (on) (on)) 1) ((p (on) _) 2) ((p _ (on)) 3) ((p (off k) (off _)) k) ((q k _) k)",
    "((q k (off l)) (+ k l)) ((q k (on)) k) ((p k _) (case k ((on) R) ((off n) n)))",
    "((p W W) R)", "((q k W) k)", "(else R)", "((q k (off l)) (+ k l)) (else R)",
    "((p _ (off k)) k)", "((p W (on)) R)", NULL};
static const char *const grammar_pattern[] = {"_", "(on)", "(off _)", "w", "_", NULL};
static const char *const grammar_result[] = {
    "1", "7", "(.x (frag-coord))", "(.y (frag-coord))", "2", NULL};
static const char *const grammar_condition[] = {
    "(< (.x (frag-coord)) 1)", "(< (.y (frag-coord)) 1)", "(> (.x (frag-coord)) 2)", "true",
    "(= (fract (* 0.5 (.x (frag-coord)))) 0.25)", NULL};

/* Loops. */
static const char *const grammar_loop[] = {
    "(loop ((i 0i) (a A)) (if (< i 3i) M M))",
    "(loop ((i 0i) (a A)) (if (< i 3i) (rec (+ i 1i) A) M))",
    "((rec-func (i a) (if (< i 3i) M M)) 0i A)", "(loop ((i 0i) (a A)) M)",
    "(loop ((i 0i) (a D)) (if (< i 3i) (rec (+ i 1i) a) (if Q D D)))",
    "(loop ((i 0i) (a D)) (if (< i 3i) (if Q (rec (+ i 1i) a) D) D))",
    "(let ((f (rec-func (i a) (if (< i 3i) (rec (+ i 1i) M) M)))) (f 0i A))", NULL};
static const char *const grammar_turn[] = {
    "a", "A", "(rec (+ i 1i) a)", "(rec (+ i 1i) A)", "(if Q M M)", "(if (< i 2i) M M)", "(rec i)",
    "i", "(let ((b a)) M)", NULL};

/* Folds, of so many elements that they are loops, too. */
static const char *const grammar_folds[] = {
    "(fold (func (s e) (+ s (* e R))) R ~)", "(fold (func (s e) (max s (- e R))) (at V P) ~)",
    "(fold (func (s e) (if (< e R) (+ s 1) (- s e))) 0 ~)", "(fold + 0 ~)", "(fold max F ~)",
    "(.y (fold (func (s e) (vec2 (+ s.y e) s.x)) (vec2 R 1) ~))",
    "(num (fold (func (s e) (if (< e R) (+ s 1i) s)) 0i ~))",
    "(fold (func (s e) (if (< e R) s e)) A ~)", "(fold (func (s k) (+ s (at V (mod k 5)))) R !)",
    "(fold (func (s k) (+ s (fract (* 0.3 (+ (num k) R))))) 0 !)",
    "(at (fold (func (s k) (with-at s (mod k 5) (at s (mod (+ k 2) 5)))) V !) P)",
    "(num (fold (func (s k) (+ s (at (array 1i 2i 3i) (mod (+ s k) 3)))) 0i !))", NULL};
static const char *const grammar_many[] = {
    "(array-of 9 (func (k) (sqrt (abs (- (num k) R)))))",
    "(array-of 12 (func (k) (fract (* R (+ 1 (num k))))))",
    "(array-of 30 (func (k) (if (< (num k) R) (fract (* 0.7 (num k))) (at V (mod k 5)))))",
    "(loop ((i 1i) (a (array-of 9 (func (k) (* R (num k)))))) (if (< i 9i) (rec (+ i 1i) (with-at "
    "a i (- (at a i) (at a (- i 1))))) a))",
    "(loop ((i 1i) (a (array-of 9 (func (k) (+ R (num k)))))) (if (< i 9i) (rec (+ i 1i) (with-at "
    "a (mod (* i 5) 9) (fold + R a))) a))",
    "(loop ((i 1i) (a (array-of 9 (func (k) (+ R (num k)))))) (if (< i 4i) (rec (+ i 1i) (with-at "
    "a (mod (* i 5) 9) (fold (func (s e) (max s (fract (* e 0.6)))) R a))) a))",
    "V", "(array 1 2 -1 4 0.5 -3 1 2)",
    "(map (func (e) (sqrt (abs (- e R)))) (array 1 2 -1 4 0.5 -3 1 2))",
    "(map (func (e) (- (* e R) (fract (* e 0.3)))) V)",
    "(map * (array-of 8 (func (k) (fract (* R (+ 0.3 (num k)))))) (array 1 2 -1 4 0.5 -3 1 2))",
    "(map (func (e f) (- (* e R) f)) (map (func (e) (fract (* e R))) (array 3 1 2 4)) "
    "(array 1 2 -1 4))", NULL};
static const char *const grammar_counts[] = {
    "(array-of 9 (func (k) k))", "(array-of 40 (func (k) k))", "(array-of 12 (func (k) (* 3 k)))",
    "(map (func (k) (+ k 1)) (array-of 9 (func (k) k)))", NULL};

/* Applications of one function that differ in constants, which its body has as well. */
static const char *const grammar_alike[] = {
    "(h R ?)", "(h R ?)", "(h R ?)", "(g R ?)", "(h a ?)", "(g ? R)", "(h ? ?)", "(g ? ?)",
    "(if Q (h R ?) (g R ?))", "(h (h R ?) ?)", "(g & ?)",
    "(loop ((i 0i) (s 0.5)) (if (< i 3i) (rec (+ i 1i) (fract (+ (h s ?) (g s ?)))) s))", NULL};
static const char *const grammar_function[] = {
    "g", "h", "(func (u k) %)", "(func (k u) (- % (g u k)))", "max", NULL};
static const char *const grammar_constant[] = {
    "1", "2", "0.5", "3", "-1", "0", "1.5", "4", "0.25", "R", NULL};
static const char *const grammar_body[] = {
    "u", "k", "(* k u)", "(+ k 1)", "a", "2", "0.5", "(fract (* 0.3 (+ u k)))", "(- % (* k %))",
    "(+ (fract (* 0.3 (+ u k))) %)", "(if (< u k) % (fract (* 0.7 %)))", "(if (< k 2) % %)",
    "(loop ((i 0i) (s u)) (if (< i 3i) (rec (+ i 1i) (fract (+ s k))) s))",
    "(loop ((i 0) (s %) (c k)) (if (< i 3) (rec (+ i 1) (fract (+ s (* c 0.3))) c) s))",
    "(loop ((i 0) (s k)) (if (< i (min k 4)) (rec (+ i 1) (fract (+ s (* 0.3 %)))) s))",
    "(let ((m (* k 2))) (+ m (max u m) %))", "((func (x) (+ x (* x k))) %)", "(floor (* k %))",
    "(at (array 1 2 k u 0.5) P)", "(.y (vec2 u %))", "(dot (vec2 % k) (vec2 u 2))",
    "(* k (.x (* (vec2 % 1) (vec2 k 2))))", "(num (int (+ (min u 9) k)))", "(mod % (+ k 5))",
    "(case (if (< u k) (on) (off k)) ((on) %) ((off w) (+ w 1)))",
    "(switch (int k) (0 %) (1 2 (+ u k)) (else 0.5))", NULL};

/* Arrays of five numbers, and where in them. */
static const char *const grammar_index[] = {
    "(int (.x (frag-coord)))", "0", "4", "2i", "(- 3 (int (.x (frag-coord))))", "5", NULL};
static const char *const grammar_array[] = {
    "(array 1 2 3 R R)", "(array-of 5 (func (k) (+ (num k) R)))",
    "(array-of 5 (func (k) (sqrt (abs (- R (* 0.5 (num k)))))))",
    "(map (func (e) (* 2 (- e R))) V)", "(map (func (e) (fract (* e 0.25))) V)",
    "(map (func (e f) (- e (* 2 f))) V V)",
    "(map (func (k) (sqrt (abs (- R (* 0.5 (fract (* 0.3 (num k)))))))) (array 4i 2i 3i 0i 1i))",
    "(scan (func (s e) (- e s)) R V)", "(if Q V V)", "(with-at V P R)",
    "(array-of 5 (func (k) (at V k)))", "(array-of 5 (func (k) (at V (- 4 k))))",
    "(loop ((i 0i) (a V)) (if (< i 3i) (rec (+ i 1i) (with-at a i (at a (+ i 1)))) a))", NULL};

static const struct {
    char name;
    const char *const *ways;
} grammar_rules[] = {
    {'`', grammar_function},  {'!', grammar_counts},    {'~', grammar_many},
    {'$', grammar_calls},     {'^', grammar_folds},     {'%', grammar_body},
    {'&', grammar_alike},     {'?', grammar_constant},  {'A', typed_values},
    {'B', grammar_bool},      {'C', grammar_orders},    {'D', grammar_vectors},
    {'E', grammar_edge},      {'F', grammar_num},       {'G', grammar_int},
    {'H', grammar_uint},      {'I', grammar_integers},  {'J', grammar_edge_int},
    {'K', grammar_clauses},   {'L', grammar_loop},      {'M', grammar_turn},
    {'N', grammar_names},     {'O', grammar_name},      {'P', grammar_index},
    {'Q', grammar_condition}, {'R', grammar_result},    {'S', grammar_numbers},
    {'T', grammar_filler},    {'U', grammar_edge_uint}, {'V', grammar_array},
    {'W', grammar_pattern},   {'X', grammar_builtin},   {'Y', grammar_pair},
    {'Z', grammar_two},
};

typedef struct directed_text {
    char text[16384];
    size_t size, limit;
} directed_text;

static void put_way(directed_text *t, const char *way) {
    size_t i;
    for (; *way != '\0'; way++) {
        const char *const *ways = NULL;
        for (i = 0; i < sizeof grammar_rules / sizeof grammar_rules[0]; i++)
            if (*way == grammar_rules[i].name) ways = grammar_rules[i].ways;
        if (ways != NULL) put_way(t, t->size > t->limit ? ways[0] : random_word(ways));
        else if (*way == '@') put_way(t, decimal()->atom);
        else if (t->size + 1 < sizeof t->text) t->text[t->size++] = *way;
    }
}

static node *directed_program(void) {
    static directed_text t;
    t.size = 0;
    t.limit = 100 + (size_t)below(chance(20) ? 1500 : 400);
    put_way(&t, random_word(grammar_programs));
    t.text[t.size] = '\0';
    return tree_read(keep_text(t.text, t.size));
}

#endif
