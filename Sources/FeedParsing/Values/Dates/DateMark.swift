/// The characters that stand behind the numbers of Korean, Chinese and Japanese dates and say what they are.
enum DateMark {
    case year, month, day, hour, minute, second
    case afternoon(Bool)

    /// The meaning of a character; `next` is the one after it, for the two that say before or after noon.
    init?(_ character: UInt32, next: UInt32) {
        switch (character, next) {
        // 오전, 上午, 午前
        case (0xC624, 0xC804), (0x4E0A, 0x5348), (0x5348, 0x524D): self = .afternoon(false)
        // 오후, 下午, 午後
        case (0xC624, 0xD6C4), (0x4E0B, 0x5348), (0x5348, 0x5F8C): self = .afternoon(true)
        // 년, 年
        case (0xB144, _), (0x5E74, _): self = .year
        // 월, 月
        case (0xC6D4, _), (0x6708, _): self = .month
        // 일요일, 日曜日: a day of the week
        case (0xC77C, 0xC694), (0x65E5, 0x66DC): return nil
        // 일, 日, 号, 號
        case (0xC77C, _), (0x65E5, _), (0x53F7, _), (0x865F, _): self = .day
        // 시, 時, 时, 点, 點
        case (0xC2DC, _), (0x6642, _), (0x65F6, _), (0x70B9, _), (0x9EDE, _): self = .hour
        // 분, 分
        case (0xBD84, _), (0x5206, _): self = .minute
        // 초, 秒
        case (0xCD08, _), (0x79D2, _): self = .second
        default: return nil
        }
    }
}
