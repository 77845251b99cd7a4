/** What log rows say; stored in Chinese, the fallback language, as the reference does. */
export const zhLogTexts = {
  'log.ratio': '模型倍率 {{model}}，补全倍率 {{completion}}，分组倍率 {{group}}',
  'log.price': '模型价格 {{price}}，分组倍率 {{group}}',
  'log.dollars': '＄{{dollars}} 额度',
  'log.credits': '{{credits}} 点额度',
  'log.redeemed': '通过兑换码充值 {{quota}}，兑换码 ID {{id}}',
  'log.paid': '使用在线充值成功，充值金额：{{quota}}，支付金额：{{money}}',
  'log.grant_new_user': '新用户注册赠送 {{quota}}',
  'log.grant_invitee': '使用邀请码赠送 {{quota}}',
  'log.grant_inviter': '邀请用户赠送 {{quota}}',
  'log.transferred': '邀请额度划转 {{quota}}',
} as const
