/** Gateways elsewhere: contexts, logging in, calls of the management API. */
export const ZH_CONTEXTS = {
  'gateways that commands know by name': '命令可按名称使用的网关',
  'gateway of "gw context list" (default $GW_CONTEXT, or the current)':
    '“gw context list”中的网关（默认取 $GW_CONTEXT 或当前上下文）',
  'gateway by name': '按名称指定网关',
  'context that commands work on, as --context says it': '命令使用的上下文，与 --context 相同',
  'gateway that commands work on, with GW_ACCESS_TOKEN':
    '命令使用的网关地址，与 GW_ACCESS_TOKEN 合用',
  'access token for GW_URL, login and admin --url': '用于 GW_URL、login 和 admin --url 的访问令牌',
  'off keeps access tokens of contexts in a file': 'off 表示把上下文的访问令牌保存在文件中',
  'whose GW_ACCESS_TOKEN is (default 1, root)': 'GW_ACCESS_TOKEN 所属的用户（默认 1，即 root）',

  'a gateway elsewhere (default: that of the context)': '远程网关的地址（默认为上下文中的网关）',
  'call the management API, here or on the gateway of the context':
    '调用本机或上下文中网关的管理接口',
  'tools for assistants on stdin and stdout (Model Context Protocol)':
    '通过标准输入输出为 AI 助手提供工具（Model Context Protocol）',
  'with tools that change something': '包含会做修改的工具',
  '{0} does not answer, or has no tools for assistants': '{0} 没有应答，或没有供助手使用的工具',
  'HTTP method': 'HTTP 方法',
  'path and query, e.g. /api/user/self': '路径和查询参数，例如 /api/user/self',
  'a text of the body, or of the query with GET; may be repeated':
    '请求体中的一个文本字段，GET 时为查询参数；可重复',
  'the same, where a number, true, false, null or other JSON is meant as such':
    '同上，但数字、true、false、null 及其他 JSON 按其类型发送',
  'body as JSON; "-" reads stdin': 'JSON 请求体；“-”表示从标准输入读取',
  'all pages of a list, as one array': '列表的全部分页，合为一个数组',
  'log in to one more gateway without making it the current context':
    '再登录一个网关，但不设为当前上下文',
  'only print the address that lets this machine in': '只打印用来允许本机登录的地址',
  'user who logs in by password instead of a browser': '用密码而不是浏览器登录的用户',
  'keep the access token in a file, not in the keyring of the system':
    '把访问令牌保存在文件中，而不是系统钥匙串中',
  'what the context is called': '上下文的名称',
  'list the gateways that commands know by name': '列出命令可按名称使用的网关',
  'show one context, or the current one': '显示某个上下文，默认为当前上下文',
  'name of a context; "local" is the gateway of this machine':
    '上下文的名称；“local”表示本机的网关',
  'make a context the current one, until another is': '设为当前上下文，直到切换到另一个',
  'give a context another name': '重命名上下文',
  'remove a context and its access token from this machine': '从本机移除上下文及其访问令牌',
  'log in to a gateway elsewhere and make it the current context': '登录远程网关，并设为当前上下文',
  'what the context is called (default: the host of the address)':
    '上下文的名称（默认为地址中的主机）',
  'remove the current context and its access token from this machine':
    '从本机移除当前上下文及其访问令牌',
  ADDRESS: '地址',
  'TOKEN IN': '令牌位置',

  '{0} is no address': '{0} 不是有效的地址',
  '{0} is not of the form KEY=VALUE': '{0} 不符合 KEY=VALUE 的格式',
  'there is no context {0}; "gw context list" shows them all':
    '没有名为 {0} 的上下文；“gw context list”可列出全部',
  'on this machine, {0}, not on {1}': '在本机的 {0} 上执行，而不是在 {1} 上',
  '{0} is of an older version and runs no commands; "gw api" works there':
    '{0} 的版本较旧，不能执行命令；可使用“gw api”',
  '{0} asked for something that the command does not name; nothing was given':
    '{0} 索取了命令中没有指明的内容，未予提供',
  '{0} ended the command early': '{0} 提前结束了命令',
  'this command works on the machine of {0} only: add --context local':
    '此命令只能在 {0} 所在的机器上使用：请加 --context local',
  'this command works on the machine of the gateway only': '此命令只能在网关所在的机器上使用',
  '--{0} works on the machine of the gateway only': '--{0} 只能在网关所在的机器上使用',
  '{0} does not answer': '{0} 没有应答',
  'the gateway answered {0}': '网关返回了 {0}',
  'forgotten: {0}': '已忘记：{0}',
  'remembered {0} as {1}; "--context {2}" means it, for GW_DATA is set':
    '已记住 {0}（{1}）；这里设置了 GW_DATA，因此要用“--context {2}”指定它',
  'commands now work on {0} as {1}; "gw logout" ends that':
    '命令现在以 {1} 的身份在 {0} 上执行；“gw logout”可结束',
  'the access token is in {0}, which only you can read': '访问令牌保存在 {0}，只有您能读取',
  'the access token is in the keyring of this system': '访问令牌保存在系统钥匙串中',
  'no keyring here: the access token is in {0}, which only you can read':
    '这里没有钥匙串：访问令牌保存在 {0}，只有您能读取',
  'your browser opens {0}; the code there must be {1}':
    '浏览器正在打开 {0}；页面上的代码必须是 {1}',
  'open {0} in any browser; the code there must be {1}':
    '请在任意浏览器中打开 {0}；页面上的代码必须是 {1}',
  'the login was denied': '登录被拒绝',
  'the code has expired; try again': '代码已过期，请重试',
  'it does not answer': '没有应答',
  'log in again: gw login {0} --name {1}': '请重新登录：gw login {0} --name {1}',
  'the access token of {0} is in the keyring, but GW_KEYRING=off; {1}':
    '{0} 的访问令牌在钥匙串中，但设置了 GW_KEYRING=off；{1}',
  'the keyring with the access token of {0}: {1}': '保存 {0} 访问令牌的钥匙串：{1}',
  'the keyring has no access token of {0}; {1}': '钥匙串中没有 {0} 的访问令牌；{1}',
  'the keyring still has the access token: {0}': '访问令牌仍在钥匙串中：{0}',
  'there is a context {0} already; remove or rename it first':
    '已有名为 {0} 的上下文；请先移除或重命名它',
  '"local" always means the gateway of this machine': '“local”始终表示本机的网关',
  'the name of a context has up to 64 letters, digits and . _ : -':
    '上下文的名称最多 64 个字符，可用字母、数字和 . _ : -',
  'GET has no body': 'GET 没有请求体',
  'the body must be JSON': '请求体必须是 JSON',
  '--data and --context exclude each other': '--data 与 --context 不能同时使用',
  'GW_URL needs GW_ACCESS_TOKEN, or "gw login"': 'GW_URL 需要 GW_ACCESS_TOKEN，或先“gw login”',
  'GW_USER_ID must be a whole number': 'GW_USER_ID 必须是整数',
  '--paginate goes with GET': '--paginate 只能与 GET 合用',
  '--paginate goes with lists; this is none': '--paginate 只能用于列表；这不是列表',
}
