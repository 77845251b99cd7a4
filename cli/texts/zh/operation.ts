/** Commands of the gateway itself: server, logs, statistics, settings, database, files. */
export const ZH_OPERATION = {
  'list the processes that serve this database': '列出为此数据库提供服务的进程',
  'show one of the processes that serve this database': '显示为此数据库提供服务的某个进程',
  'id as "gw node list" shows it, or its first characters': '“gw node list”所列的 ID，或其开头',
  'take a process out of rotation: /healthz answers 503, no background work begins':
    '将进程移出轮转：/healthz 返回 503，不再开始后台任务',
  'put a drained process back into rotation': '将进程恢复轮转',
  'list who changed the price of a model, when and how, newest first':
    '列出模型价格的修改人、时间和内容，最新的在前',
  'what the codes are for (default: their worth)': '兑换码的用途（默认为其面值）',
  'send a notice that failed or was given up once more, now': '立即重新发送一条失败或已放弃的通知',
  'let a notice that failed or was given up rest: it is not tried again by itself':
    '忽略一条失败或已放弃的通知，不再自动重试',
  'id of "notice list"': '“notice list”中的编号',
  'run the gateway: relay, management API and console': '运行网关：转发、管理接口和控制台',
  'port to listen on (default $PORT or 3000)': '监听端口（默认 $PORT 或 3000）',
  'address to listen on (default 127.0.0.1)': '监听地址（默认 127.0.0.1）',
  'processes that relay, auto for all cores but one (default $GW_WORKERS or 1)':
    '负责转发的进程数，auto 为核心数减一（默认 $GW_WORKERS 或 1）',
  'the gateway did not start': '网关未能启动',
  'stop when stdin ends, as it does with the program that started this one':
    '标准输入结束时停止（启动它的程序退出时即结束）',
  'administer the gateway on a full terminal screen, here or elsewhere':
    '在全屏终端界面中管理本机或远程的网关',
  'for --url; better in $GW_ACCESS_TOKEN, or stored by "gw login"':
    '与 --url 合用；最好放在 $GW_ACCESS_TOKEN 中，或由“gw login”保存',
  'whose access token it is (default 1, root)': '访问令牌所属的用户（默认 1，即 root）',
  'address of the gateway': '网关的地址',
  '"-" reads stdin; default $GW_PASSWORD, otherwise prompted for':
    '“-”表示从标准输入读取；默认取 $GW_PASSWORD，否则会询问',
  'instead of a password; "-" reads stdin; default $GW_ACCESS_TOKEN':
    '用访问令牌代替密码；“-”表示从标准输入读取；默认取 $GW_ACCESS_TOKEN',
  'chat through the local relay, streamed; without a message, a conversation':
    '通过本机网关流式对话；不写消息则进入多轮对话',
  'what to say; "-" or a pipe: stdin': '消息内容；“-”或管道表示标准输入',
  'model name as clients write it': '模型名称，与客户端所写相同',
  'token key; "-" reads stdin; default $GW_TOKEN_KEY':
    '令牌密钥；“-”表示从标准输入读取；默认取 $GW_TOKEN_KEY',
  'gateway address (default: the server of the data folder, else port $PORT or 3000)':
    '网关地址（默认为该数据目录的服务，否则为端口 $PORT 或 3000）',
  'system prompt': '系统提示词',
  'print what a word that is being typed may become': '列出正在输入的词的补全',
  'what is named': '所补全的对象',
  'how it begins': '已输入的开头',
  'print what a shell needs to complete commands, flags and names':
    '输出 shell 补全命令、参数和名称的脚本',
  'bash, zsh or fish': 'bash、zsh 或 fish',
  'relay one streamed chat through a throw-away gateway and show the bill':
    '用一次性的网关转发一次流式对话并显示账单',
  'look at settings, files, database, channels and server; exits 1 when anything fails':
    '检查设置、文件、数据库、渠道和服务；有任何失败则退出码为 1',
  'connect to no channel': '不连接任何渠道',
  'where a server must be running': '应有服务运行的地址',
  'show database and server health, row counts and the public notice':
    '显示数据库和服务是否正常、数据量以及对访客公开的设置',
  'list who changed what, newest first; secrets are masked':
    '列出变更记录，最新的在前；敏感信息已隐藏',
  'only this action, e.g. option.set': '只看此操作，例如 option.set',
  'only this target, e.g. user:7': '只看此对象，例如 user:7',
  'only changes by this user': '只看此用户所做的变更',
  'only entries older than this id': '只看此 ID 之前的记录',
  'list drawing jobs, newest first': '列出绘图任务，最新的在前',
  'the id that clients know': '客户端所知的 ID',
  'show one drawing job with its prompt and its picture': '显示一个绘图任务，包括提示词和图片',
  'follow one drawing job until it ends; one line for each change':
    '跟踪一个绘图任务直到结束；每次变化输出一行',
  'cancel a running drawing job and release its hold': '取消一个进行中的绘图任务，退回预扣的额度',
  'ask again for a drawing that failed; its user pays for it as for a new one':
    '重试失败的绘图任务；按新任务向其用户收费',
  'give back what a finished drawing has cost; the picture stays':
    '退还已完成绘图任务的费用；图片保留',
  'show a task, its request and its result': '显示一个任务，包括其内容和结果',
  'follow one task until it ends; one line for each change':
    '跟踪一个任务直到结束；每次变化输出一行',
  'cancel a running task and release its hold': '取消一个进行中的任务，退回预扣的额度',
  'ask again for a task that failed; its user pays for it as for a new one':
    '重试失败的任务；按新任务向其用户收费',
  'give back what a finished task has cost; its results stay': '退还已完成任务的费用；结果保留',
  'list jobs such as songs, newest first': '列出音乐等任务，最新的在前',
  'channel id': '渠道 ID',
  'only this job, by the id that clients know': '只看此任务，按客户端所知的 ID',
  'only this platform, e.g. suno': '只看此平台，例如 suno',
  'only this status, e.g. FAILURE': '只看此状态，例如 FAILURE',
  'a span back such as 7d, today, yesterday, or a local date and time':
    '7d 这样的时长、today、yesterday，或本地日期和时间',
  'likewise (default now)': '同上（默认为现在）',
  'delete log rows older than a time; balances and hourly usage stay':
    '删除早于某时间的日志；余额和每小时用量保留',
  'a span back such as 90d, or a date and time': '90d 这样的时长，或日期和时间',
  'list log rows, newest first': '列出日志，最新的在前',
  'write the log as a Parquet file for each complete day (UTC); it stays in the database':
    '将日志按完整的日期（UTC）写为 Parquet 文件，每天一个；数据库中的日志保留',
  'where the log is stored: in the database, in files of past months, in ClickHouse':
    '日志存放的位置：数据库，以及过去各月的单独文件',
  open: '使用中',
  'being copied': '复制中',
  moved: '已移出',
  'moved, not yet deleted from the database': '已移出，数据库中尚未删除',
  'file missing': '文件缺失',
  'does not answer': '没有响应',
  'folder of the files; is made': '存放文件的文件夹，不存在时创建',
  'first day: a span back such as 30d, or a date (default: the oldest row)':
    '起始日期：30d 这样的时长，或日期（默认为最早的日志）',
  'days before that of a span back or a date (default: today)':
    '只写此日期之前的各天：时长或日期（默认为今天）',
  'write days again whose file exists': '已有文件的日期也重新写入',
  'writing files': '正在写入文件',
  '{0} days exist already; --overwrite writes them again':
    '{0} 天的文件已存在；如需重写请使用 --overwrite',
  'only calls of this token': '只看此令牌的调用',
  'part of the content': '内容的一部分',
  'only rows older than this id': '只看此 ID 之前的日志',
  'what the calls that match cost together, and how many come per minute':
    '符合条件的调用的总花费，以及每分钟次数',
  'print log rows as they come, until Ctrl-C; one JSON object per line with --json':
    '持续输出新日志，直到 Ctrl-C；加 --json 时每行一个 JSON 对象',
  'begin with the last N rows (default 10)': '先显示最后 N 行（默认 10）',
  'only this type': '只看此类型',
  username: '用户名',
  'token name': '令牌名称',
  'model name': '模型名称',
  'request id': '请求 ID',
  "a query line as in the console, such as 'model:gpt-5* status:429 cost:>0.01'":
    '与控制台相同的查询语句，例如 model:gpt-5* status:429 cost:>0.01',
  'failed calls by hour; the last day by default': '每小时的失败调用数；默认最近一天',
  'usage by hour and model, oldest first; the last day by default':
    '按小时和模型统计用量，最早的在前；默认最近一天',
  'only what this user used': '只看此用户的用量',
  'top spenders; ten users of the last day by default': '花费排行；默认最近一天的前十名用户',
  'who or what': '排行的对象',
  'calls, failures, waiting times and spend of one channel, token, user or model':
    '一个渠道、令牌、用户或模型的调用、失败、等待时间和花费',
  'usage of a time by model, channel, user, token, group or client; the largest first':
    '一段时间的用量，按模型、渠道、用户、令牌、分组或客户端；最大的在前',
  'groups by these (default model)': '分组依据（默认 model）',
  'and within them by these': '组内再分组',
  'order and value (spend)': '排序与取值的指标（默认 spend）',
  'time range (default 24h)': '时间范围（默认 24h）',
  'only such usage, by name of a model, group or client, or by id; may be repeated':
    '只看此用量，按模型、分组或客户端的名称，或按 ID；可重复',
  '--only takes GROUP=VALUE, not {0}': '--only 的格式是 分组=值，而不是 {0}',
  'conversations that clients name, the newest first; the newest thousand':
    '客户端命名的会话，最新的在前；最多一千个',
  'the turns of a conversation, and what a lost cache cost; the first 500':
    '一个会话的各轮请求，以及丢失缓存的花费；最早的 500 轮',
  'its id, as gw stats sessions lists it': '其 ID，见 gw stats sessions',
  'whose it is': '所属用户',
  'only those of this user': '只看此用户的',
  'only those of this client, such as claude-code': '只看此客户端的，例如 claude-code',
  'charged, cost and margin by channel, model, user, token, group or client; 30 days':
    '扣费、成本与毛利，按渠道、模型、用户、令牌、分组或客户端；默认 30 天',
  'owed now: {0} USD, unused codes {1} USD': '当前用户余额 {0} 美元，未使用的兑换码 {1} 美元',
  '{0}: +{1} -{2} USD': '{0}：+{1} -{2} 美元',
  'what it is': '对象的类别',
  'its id, or the name of a model': '其 ID，或模型名称',
  'how far back (default day): by the minute, by the hour, by six hours, by the day':
    '时间跨度（默认 day）：依次按分钟、小时、每六小时、按天统计',
  'list what needs attention: failing channels, unusual spend, missing prices':
    '需要处理的事项：失败的渠道、花费异常的令牌、缺失的价格',
  'replay the ledger against every balance; exits 1 on any difference':
    '按账本重算每个余额；有不一致则退出码为 1',
  'run a scheduled job now': '立即执行服务的定时任务',
  'print the value of one option; secrets are refused': '显示一个选项的值；敏感选项不可显示',
  'name of the option': '选项名称',
  'list every option with its value; secrets are never printed':
    '列出所有选项及其值；敏感选项不显示',
  'only this section': '只看此分类',
  'only options that were set': '只看已设置的选项',
  'change one option, or all of a JSON object; a blank secret stays as it is':
    '修改一个选项，或 JSON 对象中的全部选项；留空的敏感选项保持不变',
  'name of the option; "-" reads {"KEY": value} from stdin, all or nothing':
    '选项名称；“-”表示从标准输入读取 {"KEY": value}，全部成功或全部放弃',
  'new value; "-" reads it from stdin': '新值；“-”表示从标准输入读取',
  'back to the built-in default': '恢复内置默认值',
  'write a consistent copy of the database, also while a server runs':
    '写出数据库的一致副本，服务运行时也可使用',
  'path of the copy; must not exist (default: backup-<UTC time>.db next to it)':
    '副本的路径，不能已存在（默认为旁边的 backup-<UTC 时间>.db）',
  'look for damage, missing migrations, closed secrets and wrong balances; changes nothing':
    '检查损坏、缺失的迁移、无法解密的密钥和错误的余额；不做任何修改',
  'bring the database to the schema of this program; a SQLite file is backed up first':
    '将数据库升级到本程序的结构；SQLite 文件会先备份',
  'replace the database by a verified backup; the old one is kept next to it':
    '用校验过的备份替换数据库；原数据库保留在旁边',
  'what "gw db backup" wrote, of this or an older version':
    '“gw db backup”生成的文件，本版本或更早版本',
  'only check whether it could be restored; changes nothing': '只检查能否恢复；不做任何修改',
  'restore although balances differ or secrets cannot be opened':
    '即使余额不一致或密钥无法解密也恢复',
  'give the space of deleted rows back to the disk, also while a server runs; in bytes':
    '将已删除记录的空间归还磁盘，服务运行时也可使用；单位为字节',
  'rewrite the file (no server may run; needs as much free disk space)':
    '重写整个文件（服务不能在运行；需要同样大的磁盘空间）',
  'write users, channels, tokens, options and plans as JSON, for "gw import"':
    '将用户、渠道、令牌、选项和套餐导出为 JSON，供“gw import”使用',
  'file to make (default: stdout)': '要生成的文件（默认为标准输出）',
  'keys, passwords of proxies, secret options and password hashes too, as plain text':
    '包括密钥、代理密码、敏感选项和密码哈希，均为明文',
  'take over users, channels, tokens, options and plans of an export, all or nothing':
    '导入用户、渠道、令牌、选项和套餐，全部成功或全部放弃',
  'JSON of "gw export", or table rows; "-" reads stdin':
    '“gw export”的 JSON，或数据表的行；“-”表示从标准输入读取',
  'overwrite what is here already (default: leave it)': '覆盖已有的内容（默认保留）',
  'with --update: do not ask': '与 --update 合用：不再询问',
  'do not ask': '不再询问',
  'archive to make for support (.tar.gz), without secrets, texts and addresses':
    '生成供技术支持使用的压缩包（.tar.gz），不含密钥、文本内容和地址',
  'Write these files to {0}?': '把这些文件写入 {0}？',
  '{0} {1} bytes': '{0} {1} 字节',
  'written: {0}': '已写入：{0}',
  'print what would happen and change nothing': '只显示将会发生什么，不做任何修改',
  'only such rows; also != ~ (contains) !~ > >= < <=; may be repeated':
    '只看符合条件的行；也可用 !=、~（包含）、!~、>、>=、<、<=；可重复',
  'order of the rows': '排序',
  'how many rows (default 100 in tables, all for programs)':
    '行数（表格默认 100，供程序读取的格式默认全部）',
  'ask the release address of the settings for a newer release; exits 1 when it fails':
    '向设置中的版本发布地址查询是否有新版本；失败则退出码为 1',
  'rows to leave out before the first': '跳过的行数',
  'from 1, of --limit rows each': '页码，从 1 开始，每页 --limit 行',
} as const
