/** Commands of channels, models, groups and prices. */
export const ZH_CHANNELS = {
  'keep a channel out of use; administrators cannot undo it': '停用渠道，管理员无法撤销',
  'let a frozen channel be as it was before': '解冻渠道，恢复到之前的状态',
  'add a channel; several keys, one per line, make several channels':
    '添加渠道；每行一个密钥时添加多个渠道',
  'explain which channels serve a model, how often, and why others do not':
    '说明某个模型的请求会去哪些渠道、概率多少，以及其他渠道为何被跳过',
  'as clients ask for it': '客户端请求中的模型名',
  'group of the caller (default "default")': '调用者的分组（默认“default”）',
  'operation (default chat)': '请求的操作（默认 chat）',
  'format of the client (default openai)': '客户端格式（默认 openai）',
  'token of the caller, by id or name': '调用者的令牌（ID 或名称）',
  'the caller, by id or username': '调用者（ID 或用户名）',
  'a call that was made, by its request id': '按请求 ID 查看已发生的请求',
  'name of the channel': '渠道名称',
  'how one of several keys is chosen; with it all keys are of one channel':
    '多个密钥的选择方式；设置后所有密钥属于同一渠道',
  'list the keys of a channel by their last characters, with their calls and what cools down':
    '列出渠道的密钥（只显示末尾几位）及其调用次数和冷却情况',
  'add keys to a channel, one per line; calls are then spread over all of them':
    '为渠道添加密钥，每行一个；请求会分配到所有密钥',
  'let a key take calls again, and end its cool-down': '恢复密钥，并结束其冷却',
  'replace a key, after a test with the new one; exits 1 and keeps the old when it fails':
    '先用新密钥测试，成功后替换旧密钥；失败则保留旧密钥，退出码为 1',
  'new key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too':
    '新密钥；“-”表示从标准输入读取；也可以用环境变量 GW_CHANNEL_KEY',
  'take one key of a channel out of use': '停用渠道的一个密钥',
  'change the share of a key': '修改密钥的权重',
  'share of the calls, 1 to 1000': '请求占比权重，1 到 1000',
  'remove one of several keys for good': '永久删除多个密钥中的一个',
  'say how the next key of a channel is chosen': '设置渠道密钥的选择方式',
  'round_robin, random or least_used':
    'round_robin（轮询）、random（随机）或 least_used（最少使用）',
  'number of the key in "channel key list"': '密钥在“channel key list”中的编号',
  'read the upstream balance; exits 1 if one cannot be read':
    '向上游查询余额；有任何一个查询失败则退出码为 1',
  'all enabled channels that report one; empty ones are disabled':
    '所有支持查询的已启用渠道；余额耗尽的会被禁用',
  'make a channel like another one, with its key': '复制渠道，包括其密钥',
  'name of the copy (default: NAME_copy)': '副本的名称（默认为 NAME_copy）',
  'delete every channel that is disabled, by hand or by the gateway':
    '删除所有被禁用的渠道，包括手动和自动禁用的',
  'delete a channel for good and print what it was': '永久删除渠道并显示其内容',
  'take a channel out of use; a running server notices within a second':
    '禁用渠道；运行中的服务一秒内生效',
  'shown next to the channel': '与渠道一同显示的原因',
  'let a channel take calls again': '重新启用渠道',
  'id, or a name that is unique': 'ID，或唯一的名称',
  "address (default: the type's own)": '地址（默认为该类型的地址）',
  'upstream key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too':
    '上游密钥；“-”表示从标准输入读取；也可用环境变量 GW_CHANNEL_KEY',
  'models the channel offers': '渠道提供的模型',
  'groups that may use it (default "default")': '可使用该渠道的分组（默认“default”）',
  'higher tiers are tried first (default 0)': '优先级，数值大的先用（默认 0）',
  'share of the calls within a tier (default 0)': '同一优先级内的权重（默认 0）',
  'label for handling several channels together': '标签，用于批量管理渠道',
  'model that "channel test" asks': '“channel test”使用的模型',
  'OpenAI-Organization header': 'OpenAI-Organization 请求头',
  'per type: API version, region or account id': '因类型而异：API 版本、地区或账户 ID',
  'whether failures may disable it (default true)': '失败时是否可自动禁用（默认 true）',
  'model names sent to the upstream': '模型重定向',
  'upstream status to ours': '状态码映射',
  'fields written over every request': '覆盖每个请求的参数',
  ['proxy, force_format, thinking_to_content, keep_upstream_model, cut_policy, fidelity, ' +
    'cost_ratio, first_byte_seconds, idle_seconds, upstream_models']:
    'proxy、force_format、thinking_to_content、keep_upstream_model、cut_policy、fidelity、' +
    'cost_ratio、first_byte_seconds、idle_seconds',
  'what the upstream cannot express: named (warn), refused (strict) or dropped (off)':
    '上游无法表达的内容：注明（warn）、拒绝（strict）或直接舍弃（off）',
  'longer prompts go to other channels; 0 for no limit': '更长的请求由其他渠道处理；0 表示不限制',
  'an error containing one disables the channel, in addition to the site-wide keywords':
    '报错中含有任一关键词时禁用此渠道，与全站关键词同时生效',
  '--fidelity must be one of {0}': '--fidelity 必须是以下之一：{0}',
  'list channels, highest priority first, without their keys':
    '列出渠道，优先级高的在前，不显示密钥',
  'part of the name, an id, or a complete key': '名称的一部分、ID 或完整密钥',
  'only this group': '只看此分组',
  'part of a model name': '模型名称的一部分',
  'only this tag': '只看此标签',
  'only this status': '只看此状态',
  'rebuild routing rows that are missing, wrong or too many': '修复缺失、错误或多余的路由记录',
  'list the models that the upstream offers, of a channel or before there is one':
    '列出上游提供的模型，可在添加渠道之前使用',
  'change a channel; what is not given stays': '修改渠道；未填写的项保持不变',
  'show one channel, without its key': '显示一个渠道，不显示密钥',
  'disable every channel of a tag': '禁用该标签下的所有渠道',
  'a tag that channels have': '渠道已有的标签',
  'take the tag away from channels': '移除渠道的标签',
  'enable every channel of a tag': '启用该标签下的所有渠道',
  'id or unique name; may be repeated': 'ID 或唯一的名称；可以有多个',
  'list the tags that channels have': '列出渠道的标签',
  'give channels a tag, in place of the one they have': '为渠道设置标签，替换原有标签',
  'new or known': '新标签或已有标签',
  'change every channel of a tag alike': '统一修改该标签下的所有渠道',
  'the new tag; "" dissolves the old one': '新标签；"" 表示取消原标签',
  'test every channel, with what the monitoring options say; exits 1 if one fails':
    '按监控设置测试所有渠道；有失败则退出码为 1',
  'send a tiny request to the upstream; exits 1 when it fails':
    '向上游发送一个很小的请求；失败则退出码为 1',
  'model to ask (default: its test model)': '使用的模型（默认为其测试模型）',
  'record what the upstream answers to a tiny request, without keys and names':
    '录制上游对一个很小请求的响应，去除密钥与名称',
  'ask for a stream': '请求流式响应',
  'list groups with their price ratio; "option set GroupRatio" changes them':
    '列出分组及其倍率；用“option set GroupRatio”修改',
  'list the models that channel types name by default, with the first that does':
    '列出各渠道类型默认的模型，以及最先提供它的类型',
  'list what calls of a group can be sent to, and what they cost there':
    '列出分组可调用的模型及价格',
  'group of the call (default "default")': '调用的分组（默认“default”）',
  'name of the model, as clients write it': '模型名称，与客户端所写相同',
  'list how prices differ from the built-in ones, or from those of a file':
    '列出与内置价格或文件中价格的差异',
  'as "gw price import" takes it; "-" is stdin': '格式与“gw price import”相同；“-”表示标准输入',
  'take over prices of a file, all or nothing; what it does not name stays':
    '导入文件中的价格，全部成功或全部放弃；文件未提及的保持不变',
  'JSON: prices as the console exports them, a price list, options; "-" reads stdin':
    'JSON：控制台导出的价格、价格表或选项；“-”表示从标准输入读取',
  'list every model that has a price, in dollars, before the ratio of a group':
    '列出所有已定价的模型，单位为美元，未计分组倍率',
  'set what a model costs, in dollars; what is not given keeps its price':
    '设置模型价格，单位为美元；未填写的项保持原价',
  'dollars per million prompt tokens': '每百万提示 token 的美元价格',
  'dollars per million completion tokens': '每百万补全 token 的美元价格',
  'dollars per million prompt tokens from a cache': '每百万缓存命中提示 token 的美元价格',
  'dollars per call, whatever it uses': '每次调用的美元价格，与用量无关',
  'a unit of "gw price units"; "-" takes its price away; may be repeated':
    '“gw price units”中的计价单位；“-”表示取消其价格；可重复',
  'what bills are multiplied by when a tier was served; "-" takes it away':
    '按服务档位计费的倍数；“-”表示取消',
  'the prices by token hold above so many tokens read; alone it ends the step':
    '读取的 token 超过此数时使用这些价格；单独使用则取消该阶梯',
  'show what a model costs, in dollars, before the ratio of a group':
    '显示模型价格，单位为美元，未计分组倍率',
  'list what each unit of a model costs: kinds of tokens, tools, seconds, pages':
    '列出模型各计价单位的价格：各类 token、工具、秒数、页数',
  'list what the reachable models cost, before the ratio of a group':
    '列出可调用模型的价格，未计分组倍率',
  'as seen from this group (default "default")': '从此分组的角度查看（默认“default”）',
  'part of the model name': '模型名称的一部分',
  ['id or part of the name of the channel type or of its region, e.g. gemini or z.ai ' +
    '("channel types" lists them); some cannot relay yet, and their channels stay disabled']:
    '渠道类型的 ID、名称的一部分或其区域的名称，例如 gemini 或 z.ai（用“channel types”查看）；' +
    '部分类型暂不能转发，其渠道保持禁用',
  'per type: API version, region, account id or routes; "channel types" shows which':
    '因类型而异：API 版本、区域、账户 ID 或路由；用“channel types”查看',
  ['ask an upstream what shows a dishonest relay: model, streaming, usage, context, ' +
    'parameters, cache; costs money, shown and capped in advance; exits 1 on signs of dishonesty']:
    '向上游提问，看它是否如实转发：模型、流式、用量、上下文、参数、缓存；需要花费，事先告知并设上限；有不诚实的迹象时退出码为 1',
  'ask nothing when it could cost more (default 0.25)': '可能超过此金额时不提问（默认 0.25）',
  'length of the long prompt, 2000 to 200000 (default 6000)':
    '长提示的长度，2000 到 200000（默认 6000）',
  'print what another gateway asks for its models, as "price import" reads it':
    '输出另一个网关的模型价格，可供“price import”读取',
  'list the kinds of upstreams: address, form of the key, and where keys are made':
    '列出上游的种类：地址、密钥格式以及创建密钥的页面',
  'part of a name, or an id': '名称的一部分，或 ID',
  'not reported': '无法查询',
  'not read yet': '尚未查询',
  '--max-cost takes dollars such as 0.25, not "{0}"':
    '--max-cost 需要美元金额，例如 0.25，而不是“{0}”',
} as const
