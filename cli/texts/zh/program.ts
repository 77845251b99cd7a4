/** Help that is not of one command: nouns, flags of all commands, first steps, variables. */
export const ZH_PROGRAM = {
  'AI API gateway: many upstream channels behind one API, with exact billing':
    'AI 接口网关：一个接口，多个上游渠道，精确计费',
  'show the version': '显示版本',
  'show help': '显示帮助',
  'show help of a command, or a page of the manual': '显示某个命令的帮助或手册的某一页',
  'the command': '命令',
  'every command as Markdown for an agent': '以 Markdown 输出全部命令，供智能体使用',
  'folder of the database (default $GW_DATA or ./data)':
    '数据库所在的文件夹（默认为 $GW_DATA 或 ./data）',
  'print ids or keys only': '只输出 ID 或密钥',
  'language of all texts': '所有文字的语言',
  'print without bold and colours': '输出不带粗体和颜色',
  '"-" reads flags as JSON from stdin': '“-”表示从标准输入读取 JSON 形式的参数',
  '{0} (choices: {1})': '{0}（可选：{1}）',
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Global Options:': '全局选项：',
  'Commands:': '命令：',
  'Examples:': '示例：',
  'Variables:': '环境变量：',
  'JSON fields: {0}': 'JSON 字段：{0}',
  'Fields of a body: {0}': '请求体字段：{0}',
  'Units: {0}': '单位：{0}',
  '{0}; {1}': '{0}；{1}',
  '500000 are $1': '500000 额度为 1 美元',
  ' (default {0})': '（默认 {0}）',
  '--filter and --sort look at every row that the other flags leave':
    '--filter 和 --sort 作用于其他参数筛选后的所有行',
  '{0}.': '{0}。',
  '{0}; = on {1} narrows them in the database.': '{0}；对 {1} 使用 = 时由数据库筛选。',
  'Getting started:': '快速开始：',
  'prints the password of root and a first key; leave it running':
    '显示 root 的密码和第一个密钥；保持运行',
  'in another terminal': '在另一个终端中',
  'a key for a client': '客户端使用的密钥',
  'through the gateway': '通过网关调用',
  'and what it cost': '查看花费',
  'Quota is counted in credits: {0}. Tables show dollars as well.':
    '额度的换算：{0}。表格中同时显示美元。',
  'Topics of the manual (gw help TOPIC; gw help manual says what each is about):':
    '手册主题（正文为英文；gw help 主题；gw help manual 列出各主题的内容）：',
  'gw help NOUN VERB shows flags, fields and examples of one command.':
    'gw help 名词 动词 显示某个命令的参数、字段和示例。',
  'gw completion bash|zsh|fish prints what a shell needs to complete them.':
    'gw completion bash|zsh|fish 输出 shell 补全脚本。',
  'Exit codes: {0}.': '退出码：{0}。',
  done: '完成',
  'refused or failed': '被拒绝或失败',
  'wrong usage': '用法错误',
  'not found': '未找到',
  'different from the file': '与文件不一致',
  'not permitted': '无权限',
  'not reachable': '无法连接',
  terminated: '被终止',
  'people who own balances and tokens': '拥有余额和令牌的用户',
  'who is signed in on the console': '控制台的登录会话',
  'keys to the management API, one per user': '管理接口的密钥，每个用户一个',
  'keys that clients call with': '客户端调用所用的令牌',
  'upstream accounts that calls are sent to': '接收调用的上游账户',
  'labels for handling several channels together': '用于批量管理渠道的标签',
  'groups of users and channels, with their prices': '用户和渠道的分组及其倍率',
  'model prices as ratios, as in the API': '以倍率表示的模型价格，与接口一致',
  'what models cost in dollars': '以美元表示的模型价格',
  'codes that users redeem for quota': '用户兑换额度的兑换码',
  'quota that users bought': '用户购买额度的订单',
  'pictures that upstreams draw': '上游的绘图任务',
  'songs and other jobs of upstreams': '上游的音乐等任务',
  'what can be called': '可调用的模型',
  'settings stored in the database': '保存在数据库中的设置',
  'notifications and their delivery status': '通知及其送达情况',
  'what was called and what it cost': '调用及其花费',
  'how much was used when': '各时段的用量',
  'what came in, what was charged, and what it cost': '收入、扣费与成本',
  'who changed what': '变更记录',
  'OpenID Connect providers that people log in by': '用于登录的 OpenID Connect 提供方',
  'the key that stored secrets are sealed with': '用于密封已存密钥的密钥',
  'the append-only account of every credit': '只增不改的额度账本',
  'work that the server does by itself': '服务自动执行的任务',
  'the database itself': '数据库本身',
  'port to listen on (0 takes any free one)': '监听端口（0 表示任意空闲端口）',
  'address to listen on': '监听地址',
  'http://USER:PASSWORD@HOST:8123/DATABASE: log rows are copied there, and read there when they are no longer here':
    '日志复制到的 ClickHouse 地址，如 http://用户:密码@主机:8123/数据库，本机不再保留的日志也从那里读取；留空为不复制',
  'valkeys://USER:PASSWORD@HOST:6379/0 (or valkey, redis, rediss): rate limits are counted there as well as in PostgreSQL':
    'Valkey 地址，如 valkeys://用户:密码@主机:6379/0（或 valkey、redis、rediss）：速率限制除 PostgreSQL 外也在那里计数；留空为不使用',
  'processes that relay; auto for all cores but one, 1 for a single process':
    '负责转发的进程数；auto 为核心数减一，1 表示单进程',
  'folder of the database and its key file': '数据库及其密钥文件所在的文件夹',
  'database file or postgres:// URL; empty means gw.db in the data folder':
    '数据库文件或 postgres:// 地址；留空为数据目录中的 gw.db',
  'folder of own files (a logo, a verification file) served as they are; read at start':
    '自有文件（图标、验证文件等）的文件夹，原样提供；启动时读取',
  'largest request body in megabytes': '请求体的最大兆字节数',
  'megabytes of requests and answers in memory (an eighth a user); was GW_BODY_BUDGET_MB':
    '内存中请求与回答的总兆字节数（每个用户最多八分之一）；旧名 GW_BODY_BUDGET_MB',
  'longest silence within a stream; ten minutes at least where a model reasons':
    '流式回答中最长的静默；推理模型至少十分钟',
  'how long a stream is kept back that has no content yet, for another channel to be asked':
    '流式回答没有内容时最多等待多久，以便改用其他渠道',
  'sockets that a user may have open; each may hold a message of 16 MB not whole yet':
    '每个用户最多打开的套接字数；每个可持有一条 16 MB 以内的未完整消息',
  'the same for one client address': '每个客户端地址最多打开的套接字数',
  'how long a message on a socket may stay unfinished, or a ping without its answer':
    '套接字消息未收完或 ping 未应答的最长时间',
  'how long a stream may take in all': '一次流式回答的最长总时间',
  'silence of a stream after which its client gets a sign of life; 0 for none':
    '流式回答静默多久后向客户端发送保活信号；0 表示不发送',
  'calls with an unknown API key per address before they get 429':
    '每个地址使用未知 API 密钥的调用次数上限，超过后返回 429',
  'megabytes of running requests in memory; an eighth for one user':
    '内存中请求体的总兆字节数；单个用户最多八分之一',
  'addresses or CIDR ranges whose X-Forwarded-For is believed, comma separated':
    '可信任其 X-Forwarded-For 的地址或网段，以逗号分隔',
  'wait for an upstream connection': '等待连接上游的时间',
  'wait for the first byte of an upstream answer': '等待上游首字节的时间',
  'longest silence within a stream; STREAMING_TIMEOUT (seconds) is an alias':
    '流中最长的静默时间；STREAMING_TIMEOUT（秒）为其别名',
  'wait for the next 16 kB of a request body, or its end; ten times this for the whole':
    '等待请求体下一个 16 kB 或结束的时间；整体为其十倍',
  'how long a left stream is read on for channels with cut_policy drain':
    'cut_policy 为 drain 的渠道在客户端离开后继续读取的时间',
  'how long a client may read nothing of a stream that waits for it':
    '客户端不读取数据时流的最长等待时间',
  'how long an upstream answer that is not streamed may take from its first byte on':
    '非流式应答从首字节起的最长时间',
  'how long running calls may go on once the server is asked to stop':
    '停止服务时进行中的调用可继续的时间',
  'how long a write waits while another program holds the lock of the database file':
    '数据库文件被其他程序锁定时写入的等待时间',
  'file that holds GW_SECRET_KEY, as secrets of containers are mounted':
    '存放 GW_SECRET_KEY 的文件，用于容器挂载的密钥',
  'former sealing keys, one per line: they open what they sealed, and seal nothing':
    '旧的密封密钥，每行一个：只用于打开它们密封的内容',
  'file that holds GW_SECRET_KEY_FALLBACKS': '存放 GW_SECRET_KEY_FALLBACKS 的文件',
  'shell command that prints GW_SECRET_KEY, from a key service; run at every start':
    '输出 GW_SECRET_KEY 的 shell 命令，用于密钥服务；每次启动时运行',
  'seals stored keys; empty means secret.key beside the database':
    '加密保存的密钥；留空为数据库旁的 secret.key',
  'password of root on the very first start': '首次启动时 root 的密码',
  'limit calls of the management API': '是否限制管理接口的调用次数',
  'such calls per user, or per address while nobody is logged in; administrators: 20 times':
    '每个用户的此类请求数上限，未登录时按地址计；管理员为其 20 倍',
  'their window in seconds': '时间窗口（秒）',
  'logins, registrations, codes and callbacks per address':
    '每个地址的登录、注册、验证码和回调次数',
  'minutes between two tests of all channels; 0 for never':
    '自动测试所有渠道的间隔分钟；0 为不测试',
  'minutes between two readings of all balances; 0 for never':
    '自动查询所有余额的间隔分钟；0 为不查询',
  'seconds to rest between two channels of such a walk': '上述操作在两个渠道之间的停顿秒数',
  'debug, info, warn or error': 'debug、info、warn 或 error',
  'collector that takes traces and metrics (OTLP over HTTP, e.g. http://127.0.0.1:4318); empty for no telemetry':
    '接收链路和指标的采集器（OTLP over HTTP，例如 http://127.0.0.1:4318）；为空则不发送',
  'full address for traces, where it is another one': '链路的完整地址（与上面不同时）',
  'full address for metrics, where it is another one': '指标的完整地址（与上面不同时）',
  'headers for the collector: NAME=VALUE, comma separated, values URL encoded':
    '发给采集器的请求头：NAME=VALUE，逗号分隔，值按 URL 编码',
  'http/protobuf or http/json': 'http/protobuf 或 http/json',
  'how long the collector may take for a batch, retries included, in milliseconds':
    '采集器处理一批数据的最长时间，含重试，单位毫秒',
  'none or gzip': 'none 或 gzip',
  'none sends no traces': 'none 表示不发送链路',
  'none sends no metrics': 'none 表示不发送指标',
  'service.name of what is sent': '所发送数据的 service.name',
  'further resource attributes: KEY=VALUE, comma separated, values URL encoded':
    '其他资源属性：KEY=VALUE，逗号分隔，值按 URL 编码',
  'always_on, always_off or traceidratio, each also with parentbased_ in front':
    'always_on、always_off 或 traceidratio，前面都可加 parentbased_',
  'share of calls for traceidratio, from 0 to 1': 'traceidratio 的采样比例，0 到 1',
  'none reads no traceparent and sends none to upstreams':
    'none 表示不读取 traceparent，也不发给上游',
  'spans that wait for the collector; later ones are dropped and counted':
    '等待发送的 span 数上限；超出的丢弃并计数',
  'most spans in one request to the collector': '一次请求最多发送的 span 数',
  'longest wait of a span for a full batch, in milliseconds':
    'span 等待凑满一批的最长时间，单位毫秒',
  'milliseconds between two sendings of metrics': '两次发送指标的间隔，单位毫秒',
  'true turns telemetry off': 'true 关闭遥测',
  'where GitHub users sign in': 'GitHub 登录地址',
  'where GitHub tells who signed in': 'GitHub 用户信息地址',
  'where LinuxDO users sign in': 'LinuxDO 登录地址',
  'where the answers to bot checks are verified': '人机验证的校验地址',
  'optional sends mail without TLS to servers that offer none':
    '设为 optional 时，可向不支持 TLS 的服务器发送邮件',
  'true gives everybody who registers a first token': '设为 true 时，注册后自动获得一个令牌',
  'nothing is known of {0}': '没有名为 {0} 的对象',
  '{0} has no field {1}': '{0} 没有字段 {1}',
} as const
