/** Commands of contact points, and of the services that carry notices. */
export const ZH_CONTACT_POINTS = {
  'where operators are notified of what happens to the site': '站点发生事情时通知运营人员的联络点',
  'webhook address; "-" reads stdin': 'Webhook 地址；“-”表示从标准输入读取',
  'server of one’s own': '自建服务器的地址',
  'key of the device, account or integration; "-" reads stdin':
    '设备、账户或集成的密钥；“-”表示从标准输入读取',
  'token of the bot or application; "-" reads stdin': '机器人或应用的令牌；“-”表示从标准输入读取',
  'signs what is sent; "-" reads stdin': '用于签名的密钥；“-”表示从标准输入读取',
  'chat of Telegram': 'Telegram 的会话 ID',
  'topic within the chat': '会话内的话题 ID',
  'topic of ntfy; "-" reads stdin': 'ntfy 的主题；“-”表示从标准输入读取',
  'UIDs and topic ids of WxPusher, separated by commas': 'WxPusher 的 UID 和主题 ID，以逗号分隔',
  'notify this user, by the user’s own setting': '按此用户自己的设置通知该用户',
  'list where operators are notified, with the last result of each':
    '列出通知联络点及各自最近一次的结果',
  'add a place where operators are notified of what happens to the site':
    '添加联络点，站点发生事情时通知运营人员',
  'as people read it': '显示的名称',
  'by what': '使用的服务',
  'e-mail address': '邮箱地址',
  'whether it gets notices (default true)': '是否启用（默认 true）',
  'severity that it gets, repeatable (default all)': '接收的严重程度，可重复（默认全部）',
  'type of notices that it gets, repeatable (default all)': '接收的通知类型，可重复（默认全部）',
  'whether it gets notices of recoveries (default true)': '恢复时是否也通知（默认 true）',
  'language of the notices': '通知的语言',
  'only critical notices between these times; off for none': '此时段内只发送严重通知；off 表示不设',
  'of the quiet hours (default UTC)': '免打扰时段的时区（默认 UTC）',
  'notices of one type within so many minutes go as one (default 0: at once)':
    '此分钟数内同一类型的通知合并发送（默认 0：立即发送）',
  'change what is given of a contact point': '修改联络点的指定字段',
  'name or id of the contact point': '联络点的名称或编号',
  'remove a contact point': '删除联络点',
  'send a test notice to a contact point and print the reply': '向联络点发送测试通知并显示其返回',
  'Remove the contact point {0}?': '删除联络点 {0}？',
  '--quiet-hours takes two times such as 22:00-07:00, or off':
    '--quiet-hours 的值为 22:00-07:00 这样的两个时间，或 off',
  SERVICE: '服务',
  SEVERITIES: '严重程度',
}
