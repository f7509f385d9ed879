/* references.h  -  the references of lambdav.h as C++ classes, so that a compiler finds mix-ups

   Included before lambdav.h's code, in C++11. There a reference is a uint32_t with a name for each
   kind of thing (see >>base); here each name is a class of its own. A kind converts into no other,
   into no number and out of none: only a cast does that. The literal 0 is none of every kind. What
   the allocator gives is fresh, and becomes a reference of any kind. make lint compiles lambdav.h
   so (check_references in lint.py); nothing else uses this. */
#ifndef REFERENCES_H
#define REFERENCES_H

#include <stddef.h>
#include <stdint.h>
#include <type_traits>

/* A reference of a T. Those that are COUNTED are places in a table: they have an order, and a
   number can be added to them. */
template <class T, bool COUNTED> class reference {
    uint32_t n;

public:
    reference() = default;
    reference(decltype(nullptr)) : n(0) {
    }
    template <class N, class = typename std::enable_if<std::is_integral<N>::value
                                                       || std::is_enum<N>::value>::type>
    explicit reference(N number) : n((uint32_t)number) {
    }
    template <class U, bool C> explicit reference(reference<U, C> other) : n((uint32_t)other) {
    }
    explicit operator uint32_t() const {
        return n;
    }
    explicit operator bool() const {
        return n != 0;
    }
    friend bool operator==(reference a, reference b) {
        return a.n == b.n;
    }
    friend bool operator!=(reference a, reference b) {
        return a.n != b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    bool operator<(reference b) const {
        return n < b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    bool operator>(reference b) const {
        return n > b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    bool operator<=(reference b) const {
        return n <= b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    bool operator>=(reference b) const {
        return n >= b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    reference operator+(uint32_t count) const {
        return reference(n + count);
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    reference operator-(uint32_t count) const {
        return reference(n - count);
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    uint32_t operator-(reference b) const {
        return n - b.n;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type> reference &operator++() {
        n++;
        return *this;
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    reference operator++(int) {
        return reference(n++);
    }
    template <bool C = COUNTED, class = typename std::enable_if<C>::type>
    reference operator--(int) {
        return reference(n--);
    }
};

/* A block that is new, or the sink. */
class fresh_reference {
    uint32_t n;

public:
    explicit fresh_reference(uint32_t number) : n(number) {
    }
    template <class T, bool COUNTED> operator reference<T, COUNTED>() const {
        return reference<T, COUNTED>(n);
    }
    operator uint32_t() const {
        return n;
    }
};

/* Has T a kind of reference? */
template <class T> struct is_referred {
    static const bool value = false;
};
template <class T, bool COUNTED> struct is_referred<reference<T, COUNTED>> {
    static const bool value = true;
};

template <class T> T *referred(unsigned char *base, reference<T, false> ref) {
    return (T *)(void *)(base + (uint32_t)ref);
}
template <class T> T *referred(unsigned char *base, fresh_reference ref) {
    return (T *)(void *)(base + (uint32_t)ref);
}
/* A number is one of bytes or words, which have no kind of reference. */
template <class T, class = typename std::enable_if<!is_referred<T>::value>::type>
T *referred(unsigned char *base, uint32_t ref) {
    return (T *)(void *)(base + ref);
}

/* A static type, which is a machine type or an lvi_struct. A structure converts into it; a machine
   type, which is a number, is compared with it. */
struct lvi_struct;
class lvi_type {
    uint32_t n;

public:
    lvi_type() = default;
    lvi_type(decltype(nullptr)) : n(0) {
    }
    lvi_type(reference<lvi_struct, false> structure) : n((uint32_t)structure) {
    }
    explicit lvi_type(uint32_t machine_type) : n(machine_type) {
    }
    explicit operator uint32_t() const {
        return n;
    }
    explicit operator bool() const {
        return n != 0;
    }
    explicit operator reference<lvi_struct, false>() const {
        return reference<lvi_struct, false>(n);
    }
    friend bool operator==(lvi_type a, lvi_type b) {
        return a.n == b.n;
    }
    friend bool operator!=(lvi_type a, lvi_type b) {
        return a.n != b.n;
    }
    friend bool operator==(lvi_type a, uint32_t machine_type) {
        return a.n == machine_type;
    }
    friend bool operator!=(lvi_type a, uint32_t machine_type) {
        return a.n != machine_type;
    }
};
template <> struct is_referred<lvi_type> {
    static const bool value = true;
};
template <class T> T *referred(unsigned char *base, lvi_type type) {
    static_assert(std::is_same<T, lvi_struct>::value, "a type is an lvi_struct");
    return (T *)(void *)(base + (uint32_t)type);
}

/* T[], which references of T count. */
template <class T> class table {
    T *all;

public:
    table &operator=(T *elements) {
        all = elements;
        return *this;
    }
    T &operator[](reference<T, true> at) const {
        return all[(uint32_t)at];
    }
    friend ptrdiff_t operator-(const T *element, const table &elements) {
        return element - elements.all;
    }
};

#define LVI_REFERENCE(name, type)                                                                  \
    struct type;                                                                                   \
    template <> struct is_referred<type> {                                                         \
        static const bool value = true;                                                            \
    };                                                                                             \
    typedef reference<type, false> name
#define LVI_INDEX(name, type)                                                                      \
    struct type;                                                                                   \
    template <> struct is_referred<type> {                                                         \
        static const bool value = true;                                                            \
    };                                                                                             \
    typedef reference<type, true> name
#define LVI_REFS(name, element) typedef reference<element, false> name
#define LVI_TABLE(type) table<type>
#define LVI_FRESH fresh_reference
#define LVI_AT(type, ref) referred<type>((unsigned char *)cx, ref)

#endif
