/** Commands of users, tokens, codes, orders and notices. */
export const ZH_ACCOUNTS = {
  'told to whoever is banned': '会告知被封禁者的原因',
  'print everything that is kept of a user, a JSON object a line; no keys':
    '输出保存的用户全部数据，每行一个 JSON 对象；不含密钥',
  'erase the personal data of a deregistered user; money and history stay under a number':
    '清除已注销用户的个人数据；账目和历史以编号保留',
  'Erase the personal data of {0} for good?': '永久清除 {0} 的个人数据？',
  'end every such address of this receipt': '收回此账单的所有分享链接',
  'check that no entry of the audit log was edited or taken out; exits 1 if one was':
    '检查审计日志的条目是否被修改或删除；有则以 1 退出',
  'head that was printed before and noted elsewhere': '先前输出并另行记录的链首',
  '{0} entries agree, {1} wait to be linked; head {2}': '{0} 个条目一致，{1} 个等待链接；链首 {2}',
  'list the sealing keys by their ids, and how many stored texts each has sealed':
    '列出密封密钥的编号，以及各自密封的已存文本数',
  'seal everything that is stored with a new key, while the gateway runs':
    '在网关运行时用新密钥重新密封所有已存内容',
  'Seal everything that is stored with a new key?': '用新密钥重新密封所有已存内容？',
  '{0} texts have the key {1} now; backups of before need {2}, in {3}':
    '{0} 条文本现已用密钥 {1} 密封；此前的备份需要 {3} 中的 {2}',
  '{0} texts cannot be opened': '{0} 条文本无法打开',
  'tags of every call with it, for telling spend apart': '每次调用附带的标签，用于区分消费',
  'tags of every call with it; "" for none': '每次调用附带的标签；"" 表示没有',
  'list OpenID Connect providers beside the one of the settings':
    '列出系统设置之外的 OpenID Connect 提供方',
  'add an OpenID Connect provider, found by its discovery document':
    '通过发现文档添加 OpenID Connect 提供方',
  'change what is given of an OpenID Connect provider': '修改 OpenID Connect 提供方的指定字段',
  'remove an OpenID Connect provider that is nobody’s only way in':
    '删除不是任何人唯一登录方式的 OpenID Connect 提供方',
  'in addresses: people come back to /oauth/SLUG': '用于地址：登录后回到 /oauth/SLUG',
  'as people read it, on the button of the login page': '显示在登录按钮上的名称',
  'address of the discovery document': '发现文档的网址',
  'client id there': '在该提供方的 client id',
  'client secret there; - reads stdin; also GW_CLIENT_SECRET':
    '在该提供方的 client secret；- 从标准输入读取；也可用 GW_CLIENT_SECRET',
  'scopes to ask for (default openid profile email)': '请求的 scope（默认 openid profile email）',
  'offered on the login page': '显示在登录页',
  'a first login makes an account': '首次登录时创建账户',
  'SCIM users log in by it': 'SCIM 用户通过它登录',
  'logging out here logs out there': '在此退出时同时退出提供方',
  'claim with the values of the maps (default groups)': '映射所用值的声明（默认 groups）',
  '{"value": "group"}': '{"值": "分组"}',
  '{"value": "organisation:role"}': '{"值": "组织:角色"}',
  '{"value": "admin"}, or a custom role': '{"值": "admin"}，或自定义角色',
  '--{0} takes a JSON object of texts': '--{0} 需要由文本组成的 JSON 对象',
  'slug or id of the provider': '提供方的标识或编号',
  'Remove the provider {0}?': '删除提供方 {0}？',
  'known as {0} at {1}': '在 {1} 的账户为 {0}',
  'github, linuxdo, oidc, wechat, telegram, or the slug of an identity provider':
    'github、linuxdo、oidc、wechat、telegram，或身份提供方的标识',
  'an organisation, in the place of --user': '组织，代替 --user',
  'list organisations: accounts that several users share': '列出组织：多个用户共用的账户',
  'show an organisation; "member list" and "project list" show what is in it':
    '显示组织；其成员和项目见“member list”和“project list”',
  'create an organisation with an owner; "user set" gives it a balance':
    '创建组织并指定所有者；用“user set”设置余额',
  'change an organisation; group, balance and status are those of "user set"':
    '修改组织；分组、余额和状态用“user set”修改',
  'remove an organisation without a balance: its tokens are revoked, its history stays':
    '删除没有余额的组织：吊销其令牌，保留历史',
  'what an organisation has spent, by member, project and tag':
    '组织的消费，按成员、项目和标签统计',
  'id or name of the organisation': '组织的 ID 或名称',
  'name, without blanks': '名称，不含空格',
  'who owns it (default root)': '所有者（默认 root）',
  'name that people read': '显示名称',
  'group that it is billed by (default default)': '计费分组（默认 default）',
  'whose people may ask to join; may be repeated, "" for none':
    '该邮箱域名的用户可申请加入；可重复，""表示不允许',
  'how far back (default 30d)': '时间范围（默认 30d）',
  'list the members of an organisation, and who has asked to join': '列出组织的成员及申请加入者',
  'put a user into an organisation': '将用户加入组织',
  'invite somebody by mail, or make a link; it works for seven days':
    '通过邮件邀请，或生成链接；7 天内有效',
  'where the invitation goes; without it a link is made': '邀请发往的邮箱；不填则生成链接',
  'how many people may use the link (default 1)': '链接可供多少人使用（默认 1）',
  'give a member a role; lets in who has asked to join': '设置成员的角色；同时批准加入申请',
  'end a membership; the tokens that the member holds are revoked':
    '移除成员；其持有的令牌随即吊销',
  'username of the member': '成员的用户名',
  'what they may do there': '在组织中的角色',
  'list the projects of an organisation': '列出组织的项目',
  'create a project, whose tokens share limits and are counted together':
    '创建项目：其令牌共用限制并合并统计',
  'give a project another name': '重命名项目',
  'close a project without tokens; what it has spent stays known':
    '关闭没有令牌的项目；其消费记录保留',
  'id or name of the project': '项目的 ID 或名称',
  'name of the project': '项目名称',
  'organisation that owns it, in the place of --user': '所属组织，代替 --user',
  'project of that organisation': '该组织中的项目',
  'member of it who holds the token': '持有该令牌的成员',
  'move a token into an organisation that its user is in, or back without --org':
    '将令牌移入其用户所在的组织；不带 --org 则移回',
  'where it goes; without it back to who holds it': '目标组织；不填则移回持有者',
  'Remove the organisation {0} for good?': '永久删除组织 {0}？',
  'Remove {0} from {1}?': '将 {0} 移出 {1}？',
  'Close the project {0}?': '关闭项目 {0}？',
  '--project and --member need --org': '--project 和 --member 需要 --org',
  'give --user or --org, not both': '--user 与 --org 只能给出一个',
  'keep a token from being used; its owner cannot undo it':
    '冻结令牌，使其不能使用；所有者无法自行解除',
  '30d, 12h or a date; for good without': '30d、12h 或日期；不填则一直冻结',
  'told to whoever calls with it': '调用时会告知对方的原因',
  'let a frozen token be used again': '解冻令牌',
  "list a user's access tokens for the management API": '列出用户的管理 API 访问令牌',
  'give a user one more access token; it is printed this once':
    '为用户新建一个访问令牌；仅显示这一次',
  'only this, such as channel:read; may be repeated': '仅此权限，例如 channel:read；可重复',
  'a set of scopes': '一组预设权限',
  '90d, 12h or a date; never without': '90d、12h 或日期；不填则永不过期',
  'address or network that may use it; may be repeated': '允许使用的地址或网段；可重复',
  'in the place of the one with this name': '替换同名的令牌',
  'end an access token of a user: the system one, or one of "access-token list"':
    '停用用户的访问令牌：系统令牌，或“access-token list”中的某一个',
  'by its id or name': '令牌的 ID 或名称',
  'list custom roles: sets of scopes for some users or administrators':
    '列出自定义角色：限定部分用户或管理员的权限范围',
  'make a role of scopes; "role assign" gives it to users':
    '新建由权限范围组成的角色；用“role assign”分配给用户',
  'name of the role': '角色名称',
  'whom it narrows (default admin)': '限定的对象（默认 admin）',
  'change name or scopes of a role; counts at once for everybody who has it':
    '修改角色的名称或权限范围；对所有持有者立即生效',
  'id or name of the role': '角色的 ID 或名称',
  'remove a role that nobody has': '删除无人持有的角色',
  'give a user a role; ends the sign-ins': '为用户分配角色；其登录会话随即结束',
  'id or name; "none" takes it away': 'ID 或名称；“none”表示取消',
  'which second factors a user has': '查看用户启用的两步验证方式',
  'take the second factors off a user who has lost them; ends sign-ins and access tokens':
    '移除用户已丢失的两步验证方式，并结束其登录会话和访问令牌',
  'passkeys only': '仅通行密钥',
  'how many users have a second factor': '启用两步验证的用户数',
  'of the authenticator app, or a recovery code; prompted for where it is needed':
    '验证器验证码或恢复码；需要时会提示输入',
  'give a user a new system access token; it is printed this once, the old one ends':
    '为用户生成新的系统访问令牌；仅显示这一次，旧令牌随即失效',
  "list a user's sign-ins, newest first": '列出用户的登录会话，最新的在前',
  'sign a user out everywhere; tokens keep working': '让用户在所有设备上退出登录；令牌继续有效',
  'only this one of "session list"': '只结束“session list”中的这一个会话',
  'create a user': '创建用户',
  'name to log in with': '登录用的用户名',
  'the same as the argument': '与位置参数相同',
  'password; "-" reads it from stdin; GW_USER_PASSWORD in the environment works too':
    '密码；“-”表示从标准输入读取；也可用环境变量 GW_USER_PASSWORD',
  'name shown to others (default: the username)': '显示名称（默认为用户名）',
  'verified address': '已验证的邮箱',
  'group that decides ratio and models (default "default")':
    '决定倍率和可用模型的分组（默认“default”）',
  'role (default user)': '角色（默认 user）',
  'credits granted; 500000 are $1 (default: option QuotaForNewUser)':
    '赠送额度；500000 为 1 美元（默认取选项 QuotaForNewUser）',
  'deregister a user for good: tokens are revoked, name and history stay':
    '永久注销用户：撤销其令牌，保留用户名和历史',
  'make an admin an ordinary user; the user has to sign in again':
    '将管理员降为普通用户；需重新登录',
  'ban a user: calls and sign-ins are refused immediately': '封禁用户：调用和登录立即被拒绝',
  'lift the ban of a user': '解除用户的封禁',
  'what a balance is made of: top-ups, changes, and calls by the hour; the newest first':
    '余额的构成：充值、变更以及按小时汇总的调用，最新的在前',
  'print the invite code of a user, how many came by it and what it earned':
    '显示用户的邀请码、邀请人数和收益',
  'list users, newest first': '列出用户，最新的在前',
  'part of username, display name or e-mail, or an id': '用户名、显示名称或邮箱的一部分，或 ID',
  'only this role': '只看此角色',
  'deregistered users too': '包括已注销的用户',
  'choose how a user is warned of a low balance': '设置用户的余额不足提醒方式',
  how: '方式',
  'warn below so many credits': '低于此额度时提醒',
  "another address than the user's own": '使用用户本人邮箱以外的地址',
  'a public https address': '公网 https 地址',
  'signs the calls; "-" reads stdin; without it the present one stays':
    '用于签名的密钥；“-”表示从标准输入读取；不填则保持不变',
  'set the password of a user and end all sign-ins': '设置用户密码，并结束其所有会话',
  'make an ordinary user an admin; the user has to sign in again':
    '将普通用户提升为管理员；需重新登录',
  'change a user; what is not given stays': '修改用户；未填写的项保持不变',
  'new name': '新名称',
  'name shown to others': '显示名称',
  'verified address; "" removes it': '已验证的邮箱；"" 表示移除',
  group: '分组',
  role: '角色',
  'new balance in credits': '新的余额（额度）',
  'with --quota: refuse if the balance differs': '与 --quota 合用：当前余额不符时拒绝',
  'credits to add; negative takes away': '增加的额度；负数为扣减',
  'show one user': '显示一个用户',
  'move what invitations earned a user into the balance': '将用户的邀请收益划入余额',
  'credits, at least one dollar of them': '额度，至少 1 美元',
  'take a login at another service off a user, unless it is the only way in':
    '解除用户绑定的第三方登录；唯一的登录方式不能解除',
  'create a token; its key is printed this once': '创建令牌；密钥仅显示这一次',
  'name of the token': '令牌名称',
  'owner, by id or username (default root)': '所有者的 ID 或用户名（默认 root）',
  'credits the token may spend; 500000 are $1 (default 0)':
    '令牌可用额度；500000 为 1 美元（默认 0）',
  "no limit but the owner's balance": '不限额度，仅受所有者余额限制',
  'never, 12h, 30d, or a date and time': 'never、12h、30d，或日期和时间',
  'only these models': '只允许这些模型',
  'only from these addresses or CIDR ranges; with ! in front not from them':
    '只允许这些 IP 地址或 CIDR 网段；以 ! 开头表示禁止',
  "group to call with (default: the owner's)": '调用时使用的分组（默认为所有者的分组）',
  'how many to create, at most 100 (default 1)': '创建数量，最多 100（默认 1）',
  'take over an existing key; "-" reads stdin; GW_TOKEN_KEY works too':
    '沿用已有的密钥；“-”表示从标准输入读取；也可用 GW_TOKEN_KEY',
  'disable a token; its calls are refused immediately': '禁用令牌；其调用立即被拒绝',
  'let a token be used again': '重新启用令牌',
  'id, or name (of the user given by --user)': 'ID，或名称（属于 --user 指定的用户）',
  'owner, by id or username': '所有者的 ID 或用户名',
  'list tokens, newest first, without their keys': '列出令牌，最新的在前，不显示密钥',
  'part of the name': '名称的一部分',
  'the token with this complete key; "-" reads stdin': '按完整密钥查找令牌；“-”表示从标准输入读取',
  'revoke a token for good': '永久撤销令牌',
  'give a token a new key, printed once; the old one stops working immediately':
    '更换令牌的密钥；新密钥仅显示这一次，旧密钥立即失效',
  'change a token; what is not given stays': '修改令牌；未填写的项保持不变',
  'credits that it may spend from now on (500000 are $1)': '此后可用的额度（500000 为 1 美元）',
  'with --quota: refuse if the remaining quota differs': '与 --quota 合用：剩余额度不符时拒绝',
  "whether nothing but the owner's balance limits it": '是否不限额度，仅受所有者余额限制',
  'only these models; "" allows all': '只允许这些模型；"" 表示全部允许',
  'only from these addresses, with ! in front not from them; "" allows all':
    '只允许这些地址，以 ! 开头表示禁止；"" 表示全部允许',
  'group to call with': '调用时使用的分组',
  'show one token': '显示一个令牌',
  'print the full key': '显示完整密钥',
  'make codes that users redeem for quota or a plan': '生成可兑换额度或套餐的兑换码',
  'plan that each code grants instead, by id or name': '改为开通的套餐，ID 或名称',
  'what the codes are for': '兑换码的用途',
  'credits that each code is worth': '每个兑换码的额度',
  'how many, at most 100 (default 1)': '数量，最多 100（默认 1）',
  'delete a code and print what it was': '删除兑换码并显示其内容',
  'list redemption codes, newest first': '列出兑换码，最新的在前',
  'beginning of the name, or an id': '名称的开头，或 ID',
  'redeem a code for a user and print the credits or the plan it was worth':
    '为用户兑换，并显示所得额度或套餐',
  'the 32 digits; "-" reads stdin': '32 位兑换码；“-”表示从标准输入读取',
  'who gets the quota, by id or username': '获得额度的用户，ID 或用户名',
  'change an unused code': '修改尚未被兑换的兑换码',
  'what it is for': '用途',
  'credits that it is worth': '兑换码的额度',
  'whether it can be redeemed': '是否可以兑换',
  'show one code, and who redeemed it': '显示一个兑换码及其使用者',
  id: 'ID',
  'list invoices, credit notes and corrections, newest first':
    '列出发票、红字发票与更正发票，最新的在前',
  'only invoice, credit_note or correction': '只看 invoice、credit_note 或 correction',
  '{0} is none of {1}': '{0} 不在 {1} 之中',
  'show one invoice, with seller, buyer and lines': '显示一张发票，含销售方、购买方与明细',
  'its number as it is printed, or its id': '发票号码或 ID',
  'save one invoice as PDF, in the language of the command': '将一张发票保存为 PDF，语言同命令',
  'file to make': '要创建的文件',
  'write all invoices of a period as CSV, for accountants':
    '将一段时间的全部发票导出为 CSV，供会计使用',
  'the statement of a month: balances, what came in, and what went out by model':
    '月度对账单：期初与期末余额、入账，以及按模型的支出',
  'such as 2026-11 (default: the last that is over)': '例如 2026-11（默认为上一个月）',
  'file to make; CSV where it ends so, else PDF': '要创建的文件；以 .csv 结尾为 CSV，否则为 PDF',
  'list top-up orders, newest first': '列出充值订单，最新的在前',
  'show one order, with the number that the payment service has for it':
    '显示一个订单及其在支付平台的单号',
  'its number': '订单号',
  'credit an order whose money came and whose payment notice did not, once':
    '钱已到、支付通知未到时，人工确认订单到账（仅一次）',
  'ask the payment service how an order stands, and book what it answers':
    '向支付服务查询订单状态，并按答复入账',
  'send money of an order back by its payment service, and take the credits off':
    '通过支付服务退款，并扣回相应额度',
  'how much, e.g. 7.30; what is left of it when absent': '退款金额，例如 7.30；不填则退剩余全部',
  'Refund {0} of the order {1}?': '从订单 {1} 退款 {0}？',
  '{0} is no amount of money': '{0} 不是金额',
  'list orders that differ between here and their payment services; changes nothing':
    '列出与支付服务不一致的订单；不作任何修改',
  'orders of so many days (default 7)': '最近多少天的订单（默认 7）',
  'list payments that fit no order, and whatever else a person has to look at':
    '列出与订单对不上的支付，以及其他需要人工处理的问题',
  'only those that are open': '只看待处理的',
  'close a payment case, with a note of what was done': '处理一个支付问题，并注明做了什么',
  'its id': '编号',
  'what was done about it': '做了什么',
  'print the address where a user manages cards, receipts and renewals at Stripe':
    '输出用户在 Stripe 管理银行卡、收据和续费的地址',
  'Credit the order {0} by hand?': '人工确认订单 {0} 到账？',
  'id or username': 'ID 或用户名',
  'only orders of this status, e.g. success': '只看此状态的订单，例如 success',
  'print the money that an amount would cost a user; nothing is ordered':
    '计算用户充值所需金额；不会下单',
  'who would pay': '付款的用户',
  'whole dollars, or credits if shown so': '整数美元；若站点按额度显示则为额度',
  'list notifications and their delivery status, newest first':
    '列出发给用户和超级管理员的通知及送达情况，最新的在前',
  'only in this state': '只看此状态',
  'send a test mail or test notification and print the reply':
    '发送测试邮件，或按用户的设置发送测试通知；显示真实应答',
  'mail it there by the SMTP settings': '按 SMTP 设置发送到此地址',
} as const
