/** What log rows say; rows keep the kind and its numbers, and are told when they are read. */
export const zhLogTexts = {
  'log.ratio': '模型倍率 {{model}}，补全倍率 {{completion}}，分组倍率 {{group}}',
  'log.price': '模型价格 {{price}}，分组倍率 {{group}}',
  'log.unit_price': '按计费单位计价，分组倍率 {{group}}',
  'log.dollars': '{{dollars}}',
  'log.credits': '{{credits}} 点额度',
  'log.redeemed': '通过兑换码充值 {{quota}}，兑换码 ID {{id}}',
  'log.paid': '在线充值 {{quota}}，支付金额 {{money}}',
  'log.grant_new_user': '新用户注册赠送 {{quota}}',
  'log.grant_invitee': '使用邀请码赠送 {{quota}}',
  'log.grant_inviter': '邀请用户赠送 {{quota}}',
  'log.transferred': '邀请收益划转 {{quota}}',
  'log.job_refunded': '任务退款 {{quota}}',
  'log.quota_set': '管理员修改用户余额：{{from}} → {{to}}',
  'log.interrupted': '网关在此次调用期间停止运行，已退还 {{quota}}',
  'log.repeated': '{{message}}（共 {{count}} 次）',
} as const
