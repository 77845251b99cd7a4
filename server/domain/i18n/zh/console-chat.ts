/** Chat apps of others, in a frame or by a link. */
export const zhConsoleChat = {
  'nav.chat': '聊天',
  'chat.none': '请联系管理员配置聊天链接',
  'chat.none_text': '配置后，可以在这里使用第三方聊天应用。',
  'chat.no_token': '没有可用的令牌',
  'chat.no_token_text': '当前没有可用的启用令牌，请确认是否有令牌处于启用状态！即将前往令牌页面。',
  'chat.wrong_link': '聊天链接配置错误，请联系管理员',
  'chat.wrong_link_text': '链接必须以 http:// 或 https:// 开头。',
  'chat.uses': '由 {{host}} 提供，使用令牌 {{name}} 的密钥',
  'chat.consent': '要用你的密钥打开 {{title}} 吗？',
  'chat.consent_text': '{{host}} 不是本网关：它会得到令牌 {{name}} 的密钥，并可以使用其额度。',
  'chat.consent_agree': '把密钥交给 {{host}}',
  'chat.consent_other': '为它创建一个限额的令牌',
  'chat.open': '在新标签页打开',
  'chat.leaving': '正在前往聊天应用',
} as const
