/** `gw channel upstream-models`. */
import type { Texts } from '../texts'

export const ZH_UPSTREAM_MODELS: Texts = {
  'list models that upstreams have added, dropped or renamed, which wait for you':
    '列出上游新增、下架或更名且等待处理的模型',
  'only of this channel': '仅此渠道',
  'only of this kind': '仅此类型',
  'waiting, unless said': '默认为 waiting',
  'list when the upstream of each channel was asked for its models, and what was found':
    '列出各渠道上次读取上游模型列表的时间及结果',
  'read the model lists of upstreams and compare; exits 1 if one cannot be read':
    '读取上游的模型列表并对比；有读取失败时以 1 退出',
  'reading model lists': '正在读取模型列表',
  'channels read: {0}; changes waiting: {1}, of them new: {2}':
    '已读取 {0} 个渠道；{1} 项变更等待处理，其中 {2} 项为新发现',
  'by rule: {0} added, {1} retired, {2} mapped': '按规则：添加 {0}，下架 {1}，映射 {2}',
  'numbers of "gw channel upstream-models list", with commas between them, or all':
    '“gw channel upstream-models list”中的编号，用逗号分隔，或 all',
  'no upstream models wait': '没有等待处理的上游模型',
  'add new models, retire those that are gone and map renamed ones, all or none':
    '添加新增的模型、移除下架的模型、映射更名的模型，要么全部执行，要么都不执行',
  'what to do; renamed models can be retired in place of mapped':
    '要做的操作；更名的模型可以移除而不映射',
  'also add models without a price; their calls are refused until one is set':
    '也添加未定价的模型；设置价格之前对它们的请求会被拒绝',
  'changed: {0}': '已更改：{0}',
  'ignore changes of upstream models until they change again': '忽略上游模型的变更，直到再次变化',
  'let ignored ones wait again': '恢复被忽略的项为等待处理',
  'waiting again: {0}': '已恢复等待：{0}',
  'ignored: {0}': '已忽略：{0}',
  NOW: '现为',
  PRICED: '已定价',
  FOUND: '发现时间',
  NEW: '新增',
  GONE: '下架',
  RENAMED: '更名',
  IGNORED: '已忽略',
  READ: '读取时间',
}
