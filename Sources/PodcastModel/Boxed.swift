/// A large value kept by reference, so that whatever holds it is cheap to pass
/// on; a change makes a new box.
///
/// A request passes through a dozen hands, each of which would retain and
/// release the twenty fields of its options alone.
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

    /// Lent in place: reading one field copies no others.
    @inlinable
    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }

    /// The box itself, to pass the value on by reference.
    @inlinable
    package var projectedValue: Boxed {
        get { self }
        set { self = newValue }
    }
}
