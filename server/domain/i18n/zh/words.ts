/** Words that the server puts into responses in addition to messages. */
export const zhWords = {
  /** A group that nobody has described. */
  'group.own': '用户分组',
  'group.default': '默认分组',
  'group.vip': 'VIP 分组',
  'site.running': '服务正在运行',
} as const
