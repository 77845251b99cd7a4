/** `gw alert`. */
import type { Texts } from '../texts'

export const ZH_ALERTS: Texts = {
  'list alert rules with their state; those of the overview come first':
    '列出告警规则及其状态；概览自带的规则在前',
  'show an alert rule, and what it fires for': '显示告警规则及其告警的对象',
  'add an alert rule; what is left out is as usual for the measure':
    '添加告警规则；未给出的项取该指标的常用值',
  'change what is given of an alert rule, or switch it on or off':
    '修改告警规则的指定项，或启用、停用规则',
  'remove an alert rule and print what it was; one of the overview gets its defaults back':
    '删除告警规则并显示其内容；概览自带的规则恢复默认值',
  'send no notices of a rule until a time; what fires still is sent then':
    '到指定时间前不发送该规则的通知；届时仍在告警的会发送',
  'list when rules fired in the last 90 days, newest first': '列出最近 90 天的告警记录，新的在前',
  'print when a rule would have fired in the last week; nothing is changed':
    '显示规则在最近一周会何时告警；不作任何更改',
  'id or name of the rule': '规则的 ID 或名称',
  'as notices and lists call it': '通知和列表中的名称',
  'a span such as 2h, a date and time, or off to end the silence':
    '如 2h 的时长、日期和时间，或用 off 结束静默',
  'what is watched': '监测的指标',
  'of what; each one by itself': '监测的对象类型；逐个计算',
  'only of this one: its name or id; the id of a token; "" for each':
    '仅此对象：名称或 ID；令牌用 ID；"" 表示每个',
  'threshold in percent, ms, US dollars, a span such as 30m, or a number':
    '阈值：百分比、毫秒、美元、如 30m 的时长或数字',
  'the same for what must not fall below it': '同上，低于该值时告警',
  'time that is looked at, such as 10m': '统计的时长，如 10m',
  'time for which it has to be so; 0 for none': '须持续的时长；0 表示立即告警',
  'fewer calls within the window say nothing': '统计时长内请求少于此数则不判断',
  'how urgent it is': '严重程度',
  'whether it is looked at': '是否启用',
  'whether notices are sent': '是否发送通知',
  'whether the status page shows it to customers while it fires': '触发期间是否在状态页告知客户',
  'send again while it fires; 0 for never': '持续告警时重复通知的间隔；0 表示不重复',
  'new name': '新名称',
  '--above and --below exclude each other': '--above 与 --below 不能同时使用',
  'say by --measure what is watched': '请用 --measure 说明监测的指标',
  'say by --measure what is watched, or name a rule': '请用 --measure 说明监测的指标，或指定规则',
  '--{0} takes a number, not {1}': '--{0} 须为数字，而不是 {1}',
  '--{0} takes a span such as 10m or 2h': '--{0} 须为时长，如 10m 或 2h',
  'give a span such as 2h, a date and time, or off, not {0}':
    '请给出如 2h 的时长、日期和时间或 off，而不是 {0}',
  'Give the rule {0} its defaults back?': '将规则 {0} 恢复为默认值？',
  'Remove the rule {0}?': '删除规则 {0}？',
  'would have fired {0} times in the last week': '最近一周会告警 {0} 次',
  'no history is kept of this measure': '该指标没有历史记录',
  'would fire now for {0} of {1}': '现在会对 {1} 个对象中的 {0} 个告警',
  'only the {0} busiest were looked at': '仅统计了最繁忙的 {0} 个对象',
  WINDOW: '统计时长',
  'HOLDS FOR': '持续时长',
  'LEAST CALLS': '最少请求数',
  RENOTIFIES: '重复通知间隔',
  'OPENS INCIDENT': '创建事件',
  'SILENCED UNTIL': '静默至',
  CHECKED: '检查时间',
  'FIRES FOR': '告警对象',
  MEASURE: '指标',
  THRESHOLD: '阈值',
  VALUE: '当前值',
  SEVERITY: '严重程度',
  NOTIFIES: '通知',
  SINCE: '开始时间',
  PEAK: '峰值',
  RULE: '规则',
  UNTIL: '结束时间',
  NOTICES: '通知次数',
  firing: '告警中',
  pending: '待确认',
  critical: '严重',
  warning: '警告',
  info: '提示',
}
