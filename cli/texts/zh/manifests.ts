/** Configuration files: pull, diff and apply. */
export const ZH_MANIFESTS = {
  'write the configuration of a gateway as YAML, secrets as references':
    '把网关的配置写成 YAML，密钥写成引用',
  'some of groups, roles, options, identity_providers, prices, routes, channels, limits, alerts':
    'groups、roles、options、identity_providers、prices、routes、channels、limits、alerts 中的几项',
  'bring this file up to date, with its comments and references (default: stdout)':
    '更新此文件，保留其中的注释和引用（默认写到标准输出）',
  'list what "gw apply" would change; exits 3 if anything differs':
    '列出“gw apply”会做的修改；有差异则退出码为 3',
  'configuration file; "-" reads stdin; several are one configuration':
    '配置文件；“-”读取标准输入；多个文件合为一份配置',
  'remove what was applied once and is no longer in a section of the file':
    '删除曾经应用过、但文件的对应部分中已没有的内容',
  'make a gateway what configuration files say, all or nothing, after showing the plan':
    '先显示计划，再使网关与配置文件一致，全部成功或全部放弃',
  'carry out this plan of "gw diff" only, and no other': '只执行“gw diff”给出的这个计划',
  'overwrite what was changed by hand since it was applied': '覆盖应用之后的手工修改',
  'keep what was changed by hand, from now on': '从现在起保留手工修改的值',
  'it is a secret, so it has to stand by reference: {0}': '这是密钥，只能写成引用：{0}',
  'the variable {0} is not set': '未设置变量 {0}',
  'the file {0} is empty': '文件 {0} 是空的',
  'the keyring has nothing under gw/{0}': '密钥环中没有 gw/{0}',
  'no keyring to read: {0}': '没有可用的密钥环：{0}',
  '{0} is said in another file already': '{0} 已在另一个文件中给出',
  'it is no YAML: {0}': '不是有效的 YAML：{0}',
  '{0}: {1}, {2}': '{0}：{1}，{2}',
  '{0}\n{1}': '{0}\n{1}',
  'plan {0}: {1}': '计划 {0}：{1}',
  '{0} applied earlier and no longer in the file: --prune removes them':
    '有 {0} 项曾经应用过、但已不在文件中；--prune 会删除它们',
  '{0} to create, {1} to update, {2} to delete': '新建 {0} 项，更新 {1} 项，删除 {2} 项',
  'left out, because several have this name: {0}': '已略过，因为有多个同名：{0}',
  '{0} is none of {1}': '{0} 不在 {1} 之中',
  'Apply plan {0}?': '执行计划 {0}？',
  'what would be done is plan {0} now': '现在要执行的是计划 {0}',
  'the gateway was changed meanwhile, and nothing was applied': '网关已被改动，未应用任何内容',
  'the gateway differs from the file': '网关与文件不一致',
  'changed by hand since it was applied: --force overwrites it, --adopt keeps it':
    '应用之后被手工修改过：--force 覆盖，--adopt 保留',
  '--force or --adopt, not both': '--force 和 --adopt 只能用一个',
  applied: '已应用',
  'changed by hand': '手工修改过',
  'overwrites what was changed by hand': '覆盖手工修改',
  'left as changed by hand': '保留手工修改',
  'managed by hand': '由手工管理',
} as const
