/** `gw limit`. */
import { enLimits } from '../../../server/domain/i18n/en/limits'
import { zhLimits } from '../../../server/domain/i18n/zh/limits'
import { LIMIT_KINDS } from '../../../server/domain/limits/kinds'
import type { Texts } from '../texts'

/** What is counted, in tables and as help of flags. */
const KINDS: Texts = Object.fromEntries(
  LIMIT_KINDS.flatMap((kind) => [
    [kind, zhLimits[`limit.name_${kind}`]],
    [enLimits[`limit.most_${kind}`], zhLimits[`limit.most_${kind}`]],
  ]),
)

export const ZH_LIMITS: Texts = {
  ...KINDS,
  'list limits with what is used of them now': '列出限制及目前的用量',
  'limit a token, a user, a group or a channel; what is used already counts on':
    '限制令牌、用户、分组或渠道；已用的部分继续计入',
  'take a limit away, with what is used of it, and print what it was':
    '删除限制及其用量，并显示其内容',
  'what the limit is about: token, user, group, channel, member or project':
    '限制的对象：token、user、group、channel、member 或 project',
  'its id or name; the id of a member or project': '其 ID 或名称；成员和项目用 ID',
  'window (default: minute; day for a budget)': '周期（默认 minute；预算默认 day）',
  'time zone of days, weeks and months (default UTC)': '天、周、月所用的时区（默认 UTC）',
  'hour at which they begin (default 0)': '它们开始的小时（默认 0）',
  'id, as "gw limit list" shows it': 'ID，见“gw limit list”',
  '{0} is none of token, user, group, channel, member and project':
    '{0} 不是 token、user、group、channel、member 或 project',
  'give exactly one of {0}': '请给出 {0} 之一，且仅一个',
  '--{0} is about one moment: leave out --per': '--{0} 针对同一时刻：请去掉 --per',
  'Take this limit of {0} {1} away?': '删除 {0} {1} 的这项限制？',
  SUBJECT: '对象类型',
  OF: '对象',
  COUNTS: '计量项',
  PER: '周期',
  LIMIT: '上限',
  USED: '已用',
  LEFT: '剩余',
  RESETS: '重置时间',
  ZONE: '时区',
  'SET BY': '设置者',
  channel: '渠道',
  group: '分组',
  now: '同时',
  minute: '分钟',
  '5h': '5 小时',
  day: '天',
  week: '周',
  month: '月',
  total: '总计',
  owner: '本人',
}
