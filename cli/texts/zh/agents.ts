/** `gw setup` and `gw launch`. */
export const ZH_AGENTS = {
  'point a coding agent at the gateway; without one, list those of this machine':
    '让编程助手使用网关；不指定时列出本机上的编程助手',
  'coding agent': '编程助手',
  'model it works with (default: the best of the gateway for it)':
    '使用的模型（默认为网关中最适合它的）',
  'model for small work, of agents that have one': '处理小任务的模型，仅用于有此设置的编程助手',
  'dollars that the token may spend (default 5)': '令牌可花费的美元金额（默认 5）',
  'as much as the account has, in the place of --budget': '额度不限，以账户余额为准，代替 --budget',
  'call with this key, and make no token; "-" reads stdin':
    '使用此密钥，不创建令牌；“-”表示从标准输入读取',
  'group that the token calls in': '令牌所用的分组',
  'whose token it is, by id or username (default root, or who the context is)':
    '令牌的所有者，ID 或用户名（默认为 root，或上下文中的用户）',
  'address that the agent calls (default: that of the context or the running server)':
    '编程助手使用的地址（默认为上下文或正在运行的服务器的地址）',
  'only print what belongs into the files, and make the token':
    '只输出应写入文件的内容，并创建令牌',
  'only show what would change in the files': '只显示文件中将要改变的内容',
  'put the files back as they were, and revoke the token': '恢复原来的文件，并撤销令牌',
  'undo, though the files have been changed since': '即使文件之后被修改过也恢复',
  'run a coding agent on the gateway, and say at the end what the session cost':
    '通过网关运行编程助手，结束时显示本次会话的花费',
  'arguments of the agent, after "--"': '编程助手的参数，写在“--”之后',

  AGENT: '编程助手',
  FOUND: '位置',
  'SET UP': '已设置',

  '--user works on this machine only; on {0} you are yourself':
    '--user 只能用于本机；在 {0} 上只能是您自己',
  '{0}: no calls': '{0}：没有调用',
  '{0}: {1}, calls {2}, tokens {3} in, {4} out':
    '{0}：{1}，调用 {2} 次，输入 {3}、输出 {4} 个 token',
  'token {0}: {1}': '令牌 {0}：{1}',
  'wrote {0}': '已写入 {0}',
  'model {0}; "gw setup {1} --undo" takes it all back':
    '模型为 {0}；“gw setup {1} --undo”可全部撤销',
  'the token {0} of {1} is still there: revoke it': '{1} 的令牌 {0} 仍然存在：请撤销它',
  '{0} is not installed: there is no {1} on PATH': '未安装 {0}：PATH 中没有 {1}',
  'what it cost could not be read from {0}': '无法从 {0} 读取花费',
  'the token {0} could not be revoked; it expires within a day':
    '无法撤销令牌 {0}；它将在一天内过期',
  '{0} is left alone: {1}': '未改动 {0}：{1}',
  '{0} is no record of a setup': '{0} 不是设置记录',
  '{0} refuses the key: {1}': '{0} 拒绝了密钥：{1}',
  'no server runs on {0}: {1}': '{0} 上没有正在运行的服务器：{1}',
  'start "gw serve", or name a gateway by --context or --url':
    '请启动“gw serve”，或用 --context 或 --url 指定网关',
  'no model of the gateway can be chatted with; name one with --model':
    '网关中没有可对话的模型；请用 --model 指定',
  'the gateway does not list {0}': '网关的模型列表中没有 {0}',
  'the gateway made no token': '网关没有创建令牌',
  '"gw setup" has set up no {0} here': '“gw setup”没有在这里设置过 {0}',
  '{0} was changed since; --force puts back what was there before':
    '{0} 之后被修改过；--force 可恢复原来的内容',
  'removed {0}': '已删除 {0}',
  'restored {0}': '已恢复 {0}',
  'revoked the token {0}': '已撤销令牌 {0}',
  'the token {0} of {1} is still there: {2}': '{1} 的令牌 {0} 仍然存在：{2}',
  'name its gateway by --context or --data': '请用 --context 或 --data 指定该网关',
  'the token {0} has spent its budget: give it another with --budget':
    '令牌 {0} 的额度已用完：请用 --budget 给它新的额度',
  'the token {0} cannot be called with: enable or revoke it, or give --key':
    '令牌 {0} 不可用：请启用或撤销它，或给出 --key',
  '--{0} goes with an agent': '--{0} 需要与编程助手一起使用',
  '--force goes with --undo': '--force 需要与 --undo 一起使用',
  '--key and --{0} exclude each other': '--key 和 --{0} 不能同时使用',
  '--budget and --unlimited exclude each other': '--budget 和 --unlimited 不能同时使用',
  '--budget must be dollars, as 5 or 0.50': '--budget 必须是美元金额，例如 5 或 0.50',

  'in VS Code: Cline, settings, API Provider "OpenAI Compatible"':
    '在 VS Code 中：Cline 设置，API Provider 选择“OpenAI Compatible”',
  'Base URL: {0}': '填写 Base URL：{0}',
  'Model ID: {0}': '填写 Model ID：{0}',
  'Cursor Settings, Models, API Keys: turn on OpenAI API Key and paste {0}':
    'Cursor Settings → Models → API Keys：打开 OpenAI API Key 并粘贴 {0}',
  'turn on Override OpenAI Base URL: {0}': '打开 Override OpenAI Base URL：{0}',
  'Add Custom Model: {0}': '用 Add Custom Model 添加模型：{0}',
  "the calls come from Cursor's servers, which have to reach this address":
    '调用由 Cursor 的服务器发出，它们必须能访问这个地址',
  'Zed keeps keys in the keychain: agent settings, LLM Providers, gw, and paste {0}':
    'Zed 把密钥存放在系统钥匙串中：在 agent 设置的 LLM Providers 中找到 gw，粘贴 {0}',
  'or start it with GW_API_KEY={0}': '或用 GW_API_KEY={0} 启动它',
  'choose the model "gw" in Continue': '在 Continue 中选择模型“gw”',
  'config.yaml takes the place of your config.json': 'config.yaml 将取代您的 config.json',
} as const
