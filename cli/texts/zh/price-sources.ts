/** `gw price fetch`, sources, reviews and changes. */
import type { Texts } from '../texts'

export const ZH_PRICE_SOURCES: Texts = {
  'take over prices of a source; what fails a guard waits for review':
    '采用某个来源的价格；未通过检查的等待审核',
  'name of a source, models.dev, openrouter, litellm, an address or a file':
    '来源名称、models.dev、openrouter、litellm、地址或文件',
  'form of the prices at an address or in a file': '地址或文件中价格的格式',
  'group at another gateway, whose ratio is part of the cost':
    '在另一个网关所属的分组，其倍率计入成本',
  'the address may be in the own network': '允许内网地址',
  'also models that no channel offers': '包括没有渠道提供的模型',
  'also set prices that would wait for review': '需要审核的价格也直接设置',
  'when they begin: a date and time, or a span (2h)': '生效时间：日期时间，或时长（2h）',
  'list where prices are read from, and how the last fetch went':
    '列出价格来源及最近一次读取的结果',
  'add a price source; with --every it is read by schedule':
    '添加价格来源；设置 --every 后定时读取',
  'form of its prices': '价格的格式',
  'address, where the kind has none of its own or another is meant':
    '地址；该类型没有默认地址或使用其他地址时填写',
  'whether it may be in the own network': '是否允许内网地址',
  'only prices of this seller; may be repeated, the first counts first':
    '只采用该供应商的价格；可重复，靠前的优先',
  'what a dollar at the source costs you': '来源的 1 美元对您的实际成本',
  'margin on the cost, rounded up to STEP dollars plus ENDS; "-" removes all':
    '成本之上的利润率，向上取整到 STEP 美元的倍数加 ENDS；“-”表示全部移除',
  'hours between two fetches; 0 for by hand': '两次读取间隔的小时数；0 表示仅手动',
  'whether models without a price get one by themselves': '未定价的模型是否自动定价',
  'change what is given of a price source': '修改价格来源的指定项',
  'name or number of a source': '来源的名称或编号',
  'delete a price source and what waits of it; prices stay':
    '删除价格来源及其待审核价格；现有价格保持不变',
  'list prices of sources that wait for review': '列出等待审核的来源价格',
  'set prices that wait for review, all of them or none':
    '设置等待审核的价格，要么全部生效，要么都不生效',
  'numbers of "gw price review list", with commas between them, or all':
    '“gw price review list”中的编号，用逗号分隔，或 all',
  'drop prices that wait for review, until their source says something else':
    '忽略等待审核的价格，直到来源给出其他价格',
  'list changes of prices, scheduled ones too, newest first':
    '列出价格变更（含定时变更），新的在前',
  'restore the prices from before a change; refused if one has changed since':
    '恢复某次变更之前的价格；其中有价格此后又改动时拒绝',
  'number of a price change, see "gw price changes"': '价格变更的编号，见“gw price changes”',
  'leave out prices that have changed since': '跳过此后又改动的价格',
  'cancel a scheduled change of prices': '取消定时价格变更',
  '"{0}" is not a number of a list': '“{0}”不是列表中的编号',
  'Restore the prices from before change {0}?': '恢复变更 {0} 之前的价格？',
  'restored: {0}; left out: {1}': '已恢复：{0}；跳过：{1}',
  'Cancel price change {0}?': '取消价格变更 {0}？',
  'price change {0}; "gw price rollback" undoes it': '价格变更 {0}；可用“gw price rollback”撤销',
  'unchanged: {0}; left out: {1}': '无变化：{0}；跳过：{1}',
  '--at must be a time to come, not {0}': '--at 必须是将来的时间，而不是 {0}',
  'the kind must be one of {0}': '类型必须是以下之一：{0}',
  'Delete the price source {0}?': '删除价格来源 {0}？',
  '--margin must be MODELS=PERCENT[/STEP[/ENDS]], not {0}':
    '--margin 必须形如 MODELS=PERCENT[/STEP[/ENDS]]，而不是 {0}',
  'dismissed: {0}': '已忽略：{0}',
  'no prices wait for review': '没有等待审核的价格',
  FAILURE: '失败原因',
  CHANGE: '变化',
  COST: '成本',
  MARGIN: '利润率',
  MARGINS: '利润率规则',
  WHY: '原因',
  REVIEW: '审核编号',
  EVERY: '间隔',
  FETCHED: '读取时间',
}
