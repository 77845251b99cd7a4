/** The page that tells who changed what. */
export const zhConsoleAudit = {
  'nav.audit': '审计日志',
  'audit.description': '谁在什么时候改了什么。记录随修改一同写入，之后不会改动，密钥一律隐去。',
  'audit.by_actor': '操作者',
  'audit.by_action': '操作，如 option.set',
  'audit.by_target': '对象，如 user:7',
  'audit.start': '起始时间',
  'audit.end': '结束时间',
  'audit.details': '查看修改内容：{{name}}',
  'audit.no_fields': '这条记录没有字段变化',
  'audit.removed': '原值：',
  'audit.added': '新值：',
  'audit.blank': '（空）',
  'audit.empty': '还没有任何修改记录',
} as const
