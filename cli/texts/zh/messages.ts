/** Remarks, questions, results and failures of commands. */
export const ZH_MESSAGES = {
  'dry run: nothing was changed': '试运行：没有做任何修改',
  rehearsing: '正在演练',
  '--{0} must be {1} to {2}': '--{0} 必须在 {1} 到 {2} 之间',
  'the gateway did not start: {0}': '网关未能启动：{0}',
  'the gateway ended with {0}': '网关以 {0} 结束',
  'no group has a priced chat model with an enabled channel':
    '没有任何分组拥有已定价且渠道已启用的对话模型',
  'money differs in {0} places': '资金有 {0} 处不一致',
  'nothing was done': '没有做任何操作',
  'created a new database in {0}; {1}': '已在 {0} 创建新数据库；{1}',
  '"gw serve" gives its user root a password, and prints it':
    '“gw serve”会为 root 用户生成密码并显示',
  'this database lacks {0}; "gw db migrate" adds what is missing':
    '此数据库缺少 {0}；请用“gw db migrate”补上',
  'this database lacks {0}; restart its running server with this version':
    '此数据库缺少 {0}，且有服务正在使用；请用本版本重启服务',
  '{0} is in use; stop the program that has it, or choose --port':
    '{0} 已被占用；请停止占用它的程序，或换一个 --port',
  'cannot listen on {0}: {1}': '无法监听 {0}：{1}',
  'only root may take it': '只有系统管理员可以使用该端口',
  'it is no address of this machine': '不是本机的地址',
  '{0} more rows; --limit or --page shows them': '还有 {0} 行；用 --limit 或 --page 查看',
  'no rows': '没有记录',
  'no rows after {0}': '第 {0} 行之后没有记录',
  '{0} of {1}': '{0}/{1}',
  '[{0}] {1} of {2}': '[{0}] {1}/{2}',
  'testing channels': '正在测试渠道',
  'reading balances': '正在查询余额',
  'deleting log rows': '正在删除日志',
  importing: '正在导入',
  exporting: '正在导出',
  'type {0} ({1}): stored, but disabled': '类型 {0}（{1}）：已保存，但处于禁用状态',
  'every shared address of these receipts has ended': '这些账单的分享链接已全部失效',
  'cannot relay yet': '暂不能转发',
  'no address': '缺少地址',
  incomplete: '不完整',
  'retired, use {0}': '已停用，请改用 {0}',
  'could not reach the release address: {0}': '无法访问版本发布地址：{0}',
  'the old key stays, the new one failed: {0}': '已保留旧密钥，新密钥测试失败：{0}',
  'channel {0} failed: {1}': '渠道 {0} 测试失败：{1}',
  'channel {0} {1}, {2}: {3}': '渠道 {0} {1}，{2}：{3}',
  '{0} tested, {1} failed': '测试 {0} 个，失败 {1} 个',
  '{0} tested, {1} failed, {2} cannot be tested yet': '测试 {0} 个，失败 {1} 个，{2} 个尚不能测试',
  '{0} channels failed': '{0} 个渠道失败',
  '{0} refreshed, {1} failed': '已更新 {0} 个，失败 {1} 个',
  'Delete the channel {0} for good?': '永久删除渠道 {0}？',
  'asked {0}; ended with {1}': '依次访问了 {0}；结果为 {1}',
  'refused by a limit of {0} {1}: {2} per {3}': '会被 {0} {1} 的限制拒绝：{2}（周期 {3}）',
  '{0}, {1} of {2} used, {3} left, resets {4}': '{0}，已用 {1} / {2}，剩余 {3}，重置时间 {4}',
  '{0} in {1}: by {2}, at most {3} tries; {4}':
    '{0}（分组 {1}）：按 {2} 选择，最多尝试 {3} 次；{4}',
  'USD {0} in and {1} out per million tokens': '每百万 token 输入 {0} 美元，输出 {1} 美元',
  'give the model, or --request with the id of a call': '请给出模型，或用 --request 给出请求 ID',
  'Remove key {0} for good?': '永久删除密钥 {0}？',
  '{0} added': '已添加 {0} 个',
  '"{0}" is no number of a key; "channel key list" tells them':
    '“{0}”不是密钥编号；请用“channel key list”查看',
  'Delete every disabled channel?': '删除所有被禁用的渠道？',
  'Cancel the job {0}?': '取消任务 {0}？',
  'Give back what the job {0} has cost?': '退还任务 {0} 的费用？',
  'Delete the log rows before {0}?': '删除 {0} 之前的日志？',
  'Deregister {0} for good?': '永久注销用户 {0}？',
  'Take the second factors off {0}?': '移除 {0} 的全部两步验证方式？',
  'authenticator app; {0} passkeys; {1} recovery codes left':
    '已启用验证器；{0} 个通行密钥；剩余 {1} 个恢复码',
  'no authenticator app; {0} passkeys; {1} recovery codes left':
    '未启用验证器；{0} 个通行密钥；剩余 {1} 个恢复码',
  '{0} of {1} users; {2} of them with a passkey':
    '{1} 个用户中有 {0} 个启用，其中 {2} 个使用通行密钥',
  'code of your authenticator app: ': '验证器验证码：',
  'give --code': '请用 --code 给出验证码',
  'End {0} of {1}?': '停用 {1} 的 {0}？',
  'Remove the role {0}?': '删除角色 {0}？',
  '{0} has no custom role': '{0} 没有自定义角色',
  '{0}: {1}': '{0}：{1}',
  'give --scope or --preset': '--scope 与 --preset 只能选一个',
  'Take {0} off {1}?': '解除 {1} 绑定的 {0}？',
  'Delete the code {0} for good?': '永久删除兑换码 {0}？',
  'Revoke the token {0} for good?': '永久撤销令牌 {0}？',
  'Rotate the key of {0}? The old key stops working immediately.':
    '更换 {0} 的密钥？旧密钥立即失效。',
  'End the system access token of {0}?': '停用 {0} 的系统访问令牌？',
  'Overwrite what is here already?': '覆盖已有的内容？',
  'Replace the database in {0}?': '替换 {0} 中的数据库？',
  'the previous database is kept as {0}': '原来的数据库已保留为 {0}',
  'keep secret.key (or GW_SECRET_KEY) too: without it stored keys cannot be opened':
    '请同时保存 secret.key（或 GW_SECRET_KEY）：没有它就无法解密已保存的密钥',
  'nothing to do': '无需操作',
  'the ledger agrees with every balance': '账本与所有余额一致',
  '{0} was made with the database; "gw user password {1}" sets its password':
    '{0} 已随数据库创建；请用“gw user password {1}”设置其密码',
  '{0}, below {1} credits': '{0}，余额低于 {1} 时提醒',
  'only calls since {0} were counted': '只统计了 {0} 之后的调用',
  '--{0} {1} would become {2}: its family has a fixed ratio; nothing was set':
    '--{0} {1} 的结果会是 {2}：该系列模型的倍率固定；没有做任何修改',
  '{0} entries differ': '{0} 处不同',
  'another process does this right now': '另一个进程正在执行此任务',
  'sent by {0}': '已通过 {0} 发送',
  'sent by {0}: {1}': '已通过 {0} 发送：{1}',
  'would be: {0}': '预计：{0}',
  '{0} created, {1} updated, {2} skipped': '新建 {0}，更新 {1}，跳过 {2}',
  '{0} channels need their keys and are disabled until then':
    '{0} 个渠道需要补充密钥，在此之前禁用',
  '{0} channels need the password of their proxy, likewise':
    '{0} 个渠道需要补充代理密码，在此之前禁用',
  '{0} channels lack their address or account, and are disabled':
    '{0} 个渠道缺少地址或账号，已停用',
  '{0} channels are of types that cannot relay yet, and disabled':
    '{0} 个渠道的类型尚不能转发，已禁用',
  '{0} users need a new password: "gw user password", or by mail':
    '{0} 个用户需要新密码：用“gw user password”设置，或通过邮件重置',
  ['left out: channel keys, proxy passwords, token keys, secret options, webhook secrets and the ' +
    'hashes of user passwords; --with-secrets writes them too']:
    '未导出：渠道密钥、代理密码、令牌密钥、敏感选项、Webhook 密钥和用户密码哈希；加 --with-secrets 可一并导出',
  '{0} prompt + {1} completion tokens': '提示 {0} + 补全 {1} token',
  'an empty line ends the conversation, Ctrl-C stops an answer':
    '空行结束对话，Ctrl-C 停止当前回答',
  stopped: '已停止',
  '{0} {1}': '{0} {1}',
  'this database has no root user yet; "gw serve" makes one':
    '此数据库还没有 root 用户；“gw serve”会创建',
  'a server runs on this database but has not said where; restart it with this version':
    '有服务正在使用此数据库，但没有说明地址；请用本版本重启服务',
  'user name: ': '用户名：',
  'password: ': '密码：',
  'a new access token was made; the former one of this user has ended':
    '已生成新的访问令牌；该用户的旧令牌已失效',
  '{0} answered {1}, but not as a gateway does; is it the right address?':
    '{0} 应答了 {1}，但不像是网关；地址是否正确？',
  'no gateway is remembered': '没有记住任何网关',
  'a gateway on {0}, one channel, one token; asking {1} …':
    '网关 {0}，一个渠道，一个令牌；正在调用 {1} …',
  'the call was not logged': '调用没有记入日志',
  'the ledger does not add up': '账本不一致',
  'tokens        {0} prompt + {1} completion': 'token    提示 {0} + 补全 {1}',
  'price         {0}': '价格     {0}',
  'charged       {0} credits ({1})': '扣费     {0} 额度（{1}）',
  'quota before  {0} ({1})': '调用前   {0}（{1}）',
  'quota after   {0} ({1})': '调用后   {0}（{1}）',
  'ledger verify {0}': '账本     {0}',
  'gw is listening on {0}': 'gw 正在监听 {0}',
  'data folder: {0}': '数据目录：{0}',
  '{0} calls left open by a crash were resolved': '已处理崩溃时未完成的 {0} 次调用',
  'try: curl {0}/healthz': '试一试：curl {0}/healthz',
  'user {0}, password {1}': '用户 {0}，密码 {1}',
  'first token {0}': '第一个令牌 {0}',
  'It is shown this once.': '只显示这一次。',
  'Both are shown this once.': '以上内容只显示这一次。',
  'It works already:': '现在就可以使用：',
  'Next, in another terminal, add an upstream and chat:': '接下来，在另一个终端中添加上游并对话：',
} as const
