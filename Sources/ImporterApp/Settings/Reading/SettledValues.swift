/// The settled values by setting.
struct SettledValues {
    private let values: [Setting: SettingValue]

    init(_ values: [SettingValue]) {
        self.values = Dictionary(uniqueKeysWithValues: values.map { ($0.setting, $0) })
    }

    /// What holds for a setting; its default, should it not be among them.
    subscript(setting: Setting) -> SettingValue {
        values[setting] ?? SettingValue(setting: setting, text: setting.defaultText, source: .default)
    }
}
