/** Mails, notices and the words of success that a front end shows. */
export const zhNotices = {
  'mail.code_subject': '{{site}} 邮箱验证码',
  'mail.code_text':
    '您好，您正在进行{{site}}邮箱验证。\n您的验证码为：{{code}}\n验证码 {{minutes}} 分钟内有效，如果不是本人操作，请忽略。',
  'mail.invitation_subject': '{{site}} 邀请加入 {{organisation}}',
  'mail.invitation_text':
    '{{name}} 邀请您加入{{site}}上的组织 {{organisation}}。\n请在 7 天内使用此邮箱对应的账户登录，并打开下面的链接；如果您不了解此事，请忽略本邮件。',
  'mail.taken_subject': '{{site}} 邮箱已注册',
  'mail.taken_text':
    '您好，有人尝试用这个邮箱地址在{{site}}注册，但该地址已经拥有账户。\n如果是您本人，请直接登录，或在登录页重置密码；如果不是，请忽略。',
  'mail.reset_subject': '{{site}} 密码重置',
  'mail.reset_text':
    '您好，您正在进行{{site}}密码重置，请点击下方链接继续。\n链接 {{minutes}} 分钟内有效，如果不是本人操作，请忽略。',

  'notice.quota_low_title': '您的余额即将用尽',
  'notice.quota_low_text': '您的余额即将用尽，当前余额为 {{quota}}。为避免影响使用，请及时充值。',
  'notice.channel_disabled_title': '渠道“{{name}}”（#{{id}}）已被禁用',
  'notice.channel_disabled_text': '渠道“{{name}}”（#{{id}}）已被禁用，原因：{{reason}}',
  'notice.channel_enabled_title': '渠道“{{name}}”（#{{id}}）已被启用',
  'notice.channel_enabled_text': '渠道“{{name}}”（#{{id}}）已被启用',
  'notice.channel_test_title': '渠道测试完成',
  'notice.channel_test_text':
    '所有渠道测试已完成，共测试 {{tested}} 个渠道，其中 {{failed}} 个失败。',

  'notice.limit_used_title': '限制已用 {{percent}}%',
  'notice.limit_spent_title': '限制已用尽',
  'notice.limit_used_text': '{{subject}}：{{window}} {{amount}} {{kind}}，已用 {{used}}。',
  'notice.limit_used_until_text':
    '{{subject}}：{{window}} {{amount}} {{kind}}，已用 {{used}}。将于 {{resets}}（{{zone}}）重置。',
  'notice.price_review_title': '有价格等待审核',
  'notice.price_review_text': '价格来源 {{source}}：有 {{count}} 个模型的价格等待您审核。',
  'notice.price_change_title': '定时价格变更未执行',
  'notice.price_change_text': '价格变更 {{id}} 未执行，原因见价格变更列表。',
  'notice.price_source_title': '无法读取价格来源',
  'notice.price_source_text': '价格来源 {{source}} 读取失败，原因见该来源。现有价格保持不变。',
  'notice.plan_ends_title': '您的套餐 {{plan}} 即将到期',
  'notice.plan_ends_text': '您的套餐 {{plan}} 将于 {{time}}（{{zone}}）到期，不会自动续费。',
  'notice.plan_short_text':
    '您的套餐 {{plan}} 将于 {{time}}（{{zone}}）到期。余额不足以支付下一周期的 {{price}}，请充值以便续费。',
  'notice.plan_unpaid_title': '您的套餐 {{plan}} 续费失败',
  'notice.plan_unpaid_text':
    '余额不足以支付套餐 {{plan}} 下一周期的 {{price}}。充值之前套餐不再支付请求，并将于 {{time}}（{{zone}}）结束。',
  'notice.plan_ended_title': '您的套餐 {{plan}} 已结束',
  'notice.plan_ended_text': '您的套餐 {{plan}} 已结束，因为余额不足以支付下一周期。',
  'notice.plan_unpaid_card_text':
    '套餐 {{plan}} 下一周期的款项尚未到账，请在支付平台检查您的银行卡。到账之前套餐不再支付请求，并将于 {{time}}（{{zone}}）结束。',
  'notice.plan_ended_card_text': '您的套餐 {{plan}} 已结束，因为下一周期的款项未到账。',
  'notice.plan_spent_title': '您的套餐 {{plan}} 有一项用量已用尽',
  'notice.plan_spent_text': '{{window}} {{amount}} {{kind}}，已用 {{used}}。',
  'notice.plan_spent_until_text':
    '{{window}} {{amount}} {{kind}}，已用 {{used}}。将于 {{resets}}（{{zone}}）重置。',
  'notice.proxy_title': '所有访客似乎来自同一地址',
  'notice.proxy_text':
    '来自 {{peer}} 的请求带有 X-Forwarded-For，但它不是受信任的代理，其后的所有访客共用同一份登录次数限制。如果它是您的反向代理，请设置 GW_TRUSTED_PROXIES={{peer}} 并重启。',
  'notice.several_title': '{{count}} 条通知',
  'notice.headline': '【{{word}}】{{title}}',
  'notice.recovered': '已恢复',
  'notice.severity_critical': '严重',
  'notice.severity_warning': '警告',
  'notice.open_link': '打开',
  'notice.test_title': '测试通知',
  'notice.test_text': '这是来自 {{site}} 的测试通知，您可以在此收到通知。',

  'reply.setting_no_address': '设置已更新，但通知无法送达：请绑定邮箱，或填写通知邮箱',
  'notice.factor_reset_title': '您的两步验证已被移除',
  'notice.factor_reset_text':
    '{{actor}} 移除了您在 {{site}} 的全部两步验证方式，您的所有登录均已退出。如非您本人要求，请立即修改密码并联系管理员。',
  'reply.setting_mail_off': '设置已更新，但通知无法送达：本站尚未配置邮件服务，可改用 Webhook',
  'reply.transferred': '划转成功',
  'reply.setting_saved': '设置已更新',
  'reply.bound': '绑定成功',
  'reply.model_ratio_reset': '重置模型倍率成功',
} as const
