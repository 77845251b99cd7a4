/** What is wrong with a command line. */
export const ZH_USAGE = {
  'try a copy of this site against a faulty provider; exits 1 when money differs':
    '用本站副本对接故障供应商进行演练；资金不一致时退出码为 1',
  'how many calls (default 1000)': '调用次数（默认 1000）',
  'number of concurrent clients (default 20)': '同时发起请求的客户端数（默认 20）',
  'tries that meet a fault (default 20)': '遇到故障的尝试所占百分比（默认 20）',
  'the same number draws the same faults (default 1)': '相同数字产生相同故障（默认 1）',
  'keep the copy and say where it is': '保留副本并显示其位置',
  'compare what a provider says was used with our bills; exits 1 on an open difference':
    '对比供应商用量与本站账单；有未解释的差异时退出码为 1',
  'its export, or CSV of date,model,class,count; "-" is stdin; absent: costs it reported':
    '其导出文件，或 date,model,class,count 的 CSV；“-”表示标准输入；不填则为上游报告的成本',
  'id, or a name that is unique; needed for a file': 'ID 或唯一的名称；有文件时必填',
  'use --channel to say whose usage the file contains': '请用 --channel 指明文件属于哪个渠道',
  'a file has its own days: leave out --from and --to': '文件自带日期：请去掉 --from 和 --to',
  'read as an export of {0}': '按 {0} 的导出格式读取',
  '{0} differences are open': '{0} 处差异未解释',
  'what one call used and cost, was held and booked; exits 1 when these disagree':
    '显示一次请求的用量、费用、预扣和记账；不一致时退出码为 1',
  'its request id, as answers and logs have it': '请求 ID，见响应头和日志',
  'print a signed address to send to a customer': '显示可发给客户的签名链接',
  "end every such address of the call's owner": '撤销该用户此前分享的全部链接',
  'bill and ledger disagree': '账单与账本不一致',
  'USD {0} per call': '每次 {0} 美元',
  'what calls were charged and cost, the margin, cache savings, and the effect of other prices':
    '统计一段时间内请求的收费、成本和毛利，以及按其他价格的收费；同时显示提示缓存命中率',
  'as "gw price import" takes it; absent for the prices in force':
    '格式同“gw price import”；不填则按当前价格',
  'sums by these (default channel)': '汇总维度（默认按渠道）',
  'error: {0}': '错误：{0}',
  'warning: {0}': '警告：{0}',
  'a command is missing': '缺少命令',
  interrupted: '已中断',
  "unknown option '{0}'": '没有“{0}”这个选项',
  "unknown command '{0}'": '没有“{0}”这个命令',
  '"gw help" knows no command "{0}"': '没有“{0}”这个命令',
  '"gw help" knows no command and no topic "{0}"': '没有名为“{0}”的命令或手册主题',
  '"gw help" knows no command and no topic "{0}" (Did you mean {1}?)':
    '没有名为“{0}”的命令或手册主题（您是否想输入 {1}？）',
  '{0} (Did you mean {1}?)': '{0}（是否想写 {1}？）',
  "missing required argument '{0}'": '缺少参数 {0}',
  "option '{0}' argument missing": '选项 {0} 缺少值',
  "required option '{0}' not specified": '缺少必填的选项 {0}',
  "option '{0}' argument '{1}' is invalid. Allowed choices are {2}.":
    '选项 {0} 的值“{1}”无效，可选：{2}',
  'too many arguments: {0} instead of {1} ({2})': '参数过多：给了 {0} 个，应为 {1} 个（{2}）',
  'too many arguments: "-" reads a body': '参数过多：“-”表示从标准输入读取',
  '--json and another --output exclude each other': '--json 与其他 --output 不能同时使用',
  '--fields: this command prints no fields': '--fields：此命令没有字段可选',
  '--{0}: there is no field "{1}"; known are {2}': '--{0}：没有“{1}”这个字段，可用的有 {2}',
  'body: there is no field "{0}"; known are {1}': '请求体中没有“{0}”这个字段，可用的有 {1}',
  'body: {0} must be true or false': '请求体中的 {0} 必须是 true 或 false',
  'what came on stdin is not a JSON object': '标准输入的内容不是 JSON 对象',
  'nothing came on stdin': '标准输入没有内容',
  '{0} must be one of {1}': '{0} 必须是以下之一：{1}',
  '--{0} must be a whole number': '--{0} 必须是整数',
  '--{0} must be true or false': '--{0} 必须是 true 或 false',
  '--{0} must be {1} or more': '--{0} 不能小于 {1}',
  '--{0} must be a span such as 30d, now, today, yesterday, or a date and time':
    '--{0} 必须是 30d 这样的时长、now、today、yesterday，或日期和时间',
  '--{0} must be an amount in dollars, such as 0.15': '--{0} 必须是美元金额，例如 0.15',
  '--{0} must be a name and a number, such as batch=0.5': '--{0} 必须是名称和数字，例如 batch=0.5',
  '--filter "{0}" must be FIELD, one of {1}, and a value':
    '--filter "{0}" 应为字段、{1} 之一，再加一个值',
  '--filter {0}{1} needs {2}': '--filter {0}{1} 需要{2}',
  'a number': '数字',
  'a date, or a number': '日期或数字',
  '--sort must be FIELD, FIELD:asc or FIELD:desc': '--sort 应为 字段、字段:asc 或 字段:desc',
  'more than {0} rows to order: give a smaller --limit': '需要排序的行超过 {0}：请用更小的 --limit',
  '--offset and --page exclude each other': '--offset 与 --page 不能同时使用',
  '--page needs --limit here, which says how long a page is':
    '这里的 --page 需要 --limit 说明每页的行数',
  '--lines must not be negative': '--lines 不能为负数',
  '--expires must be never, a span such as 30d, or a date and time':
    '--expires 必须是 never、30d 这样的时长，或日期和时间',
  '{0} Say --yes if so': '{0}确定请加 --yes',
  'give at least one flag with a new value': '请至少用一个选项给出新值',
  'give the name of the channel': '请给出渠道名称',
  'give --key, or --key - with the key on stdin': '请给出 --key，或用 --key - 从标准输入读取密钥',
  'name a channel, or give --key and --type': '请指定渠道，或给出 --key 和 --type',
  'name one channel, or give --all': '请指定一个渠道，或使用 --all',
  '"{0}" names no single channel type (matches: {1})': '“{0}”不能确定唯一的渠道类型（匹配：{1}）',
  'give the username': '请给出用户名',
  'give --password, or --password - with the password on stdin':
    '请给出 --password，或用 --password - 从标准输入读取密码',
  '--quota and --add-quota exclude each other': '--quota 与 --add-quota 不能同时使用',
  '--expect-quota needs --quota': '--expect-quota 需要与 --quota 合用',
  'give either --mail or --user': '--mail 和 --user 请给出其中一个',
  'give the name of the codes': '请给出兑换码的名称',
  'give --quota': '请给出 --quota',
  'give either --quota or --plan': '请给出 --quota 或 --plan，不能同时给出',
  'nothing to change: give --name, --quota or --enabled':
    '没有要修改的内容：请给出 --name、--quota 或 --enabled',
  '"-" takes options and values from stdin: give nothing else':
    '“-”表示选项和值都来自标准输入，不能再给出其他内容',
  'give either a value or --reset': '请给出一个值，或使用 --reset',
  'give --prompt, --completion or --cache-read; or --call alone':
    '请给出 --prompt、--completion 或 --cache-read；或单独使用 --call',
  'give --prompt, --completion, --cache-read, --call, --unit or --tier':
    '请给出 --prompt、--completion、--cache-read、--call、--unit 或 --tier',
  '--above takes a number of tokens, and prices by the token':
    '--above 需要 token 数量，并与按量价格合用',
  '{0} has no price by the token yet: give --prompt as well':
    '{0} 尚无按量价格：请同时给出 --prompt',
  'other prices are stored relative to the prompt price: it cannot be 0':
    '其他价格按提示价格的比例保存，因此提示价格不能为 0',
  'a step has a prompt price of its own: give --prompt as well':
    '阶梯需要自己的提示价格：请同时给出 --prompt',
  'jobs are {0}': '可用的任务有 {0}',
  'give --key or set GW_TOKEN_KEY': '请给出 --key 或设置 GW_TOKEN_KEY',
  'stdin is the key already: write the message': '标准输入已用于密钥：请直接写出消息',
  'give a message, or pipe one in': '请给出消息，或通过管道输入',
  'a backup is a file: give its name': '备份是一个文件：请给出文件名',
  'no script for {0}': '没有 {0} 的脚本',
  'this needs a terminal; in scripts use e.g. "gw user list --json"':
    '需要在终端中使用；脚本中请用 "gw user list --json" 等命令',
  'this terminal (TERM=dumb) cannot draw screens; use "gw user list"':
    '此终端（TERM=dumb）无法显示全屏界面；请用 "gw user list"',
  'stdin is the keyboard here: give the token to "gw login" instead':
    '这里的标准输入是键盘：请把令牌交给 "gw login"',
  '{0}: not a list of commands': '{0}：应为命令列表',
  '{0}: not valid JSON': '{0}：不是有效的 JSON',
  '{0}: command {1} needs "view", a free "key", "title" and a list "command"':
    '{0}：第 {1} 个命令需要 "view"、未占用的 "key"、"title" 和列表 "command"',
  'log in first: gw login {0}': '请先登录：gw login {0}',
  'the address must begin with http:// or https://': '地址必须以 http:// 或 https:// 开头',
  'give --username, or --access-token': '请给出 --username 或 --access-token',
  'give the password: --password -': '请给出密码：--password -',
} as const
