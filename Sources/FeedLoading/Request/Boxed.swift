/// A large value that is kept by reference, so that what holds it is cheap to
/// hand on; whoever changes it gets a box of its own.
///
/// A request goes through a dozen hands, and its options alone are twenty
/// fields to be retained and released by each.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    package init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    package var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }
}
