/// A large value that is kept by reference, so that what holds it is cheap to
/// hand on; whoever changes it gets a box of its own.
///
/// A request goes through a dozen hands, and its options alone are twenty
/// fields to be retained and released by each.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @usableFromInline
        init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline var box: Box

    @inlinable
    package init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    /// Lent where it lies: who asks for one field of it copies no others.
    @inlinable
    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }

    /// The box itself, to hand the value on by reference.
    @inlinable
    package var projectedValue: Boxed {
        get { self }
        set { self = newValue }
    }
}
