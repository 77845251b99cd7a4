/** Metrics: their commands, their variables, and the screen that shows them. */
export const ZH_METRICS = {
  'what Grafana and Prometheus show of the metrics': 'Grafana 和 Prometheus 如何展示指标',
  'watch a gateway on a terminal screen, by its metrics alone':
    '在终端屏幕上观察网关，只读取它的指标',
  'address of the metrics (default: the server of the data folder)':
    '指标的地址（默认为该数据目录的服务）',
  'its bearer token; "-" reads stdin; default $GW_METRICS_TOKEN':
    '它的 Bearer 令牌；“-”表示从标准输入读取；默认取 $GW_METRICS_TOKEN',
  'read so often (default 2)': '每隔几秒读取一次（默认 2）',
  'print the figures of one such time, and end': '输出一个间隔内的数字后结束',
  'print a Grafana dashboard of the metrics, as JSON to import':
    '输出指标的 Grafana 仪表盘，可导入的 JSON',
  'title of the dashboard (default gw)': '仪表盘的标题（默认 gw）',
  'print alert rules for Prometheus, as YAML for rule_files':
    '输出 Prometheus 的告警规则，供 rule_files 使用的 YAML',
  'bearer token of /metrics, 16 characters at least; without it only GW_METRICS_PORT has it':
    '/metrics 的 Bearer 令牌，至少 16 个字符；未设置时只有 GW_METRICS_PORT 提供指标',
  'port that answers /metrics and nothing else; empty for none, 0 for any free one':
    '只回答 /metrics 的端口；留空为不开，0 为任意空闲端口',
  'address that GW_METRICS_PORT is listened on at': 'GW_METRICS_PORT 监听的地址',
  'user, token or both, comma separated: spend of each among the metrics, 300 at most':
    'user、token 或两者，以逗号分隔：指标中加入各自的消费，最多 300 个',
  'no metrics at {0}': '{0} 没有指标',
  'no metrics at {0}: {1}': '{0} 没有指标：{1}',
  '{0} says {1}': '{0} 返回 {1}',
  'is GW_METRICS_TOKEN the one of the gateway?': 'GW_METRICS_TOKEN 是该网关的令牌吗？',
  '--every must be 1 or more': '--every 至少为 1',
  'this needs a terminal; in scripts use "gw top --once --json"':
    '此命令需要终端；脚本中请用 "gw top --once --json"',
  'reading …': '正在读取……',
  'q quits': '按 q 退出',
  'nothing yet': '暂无数据',
  'no errors': '没有错误',
  '{0} calls/s · {1} failed': '{0} 次调用/秒 · 失败 {1}',
  '{0} running, {1} of them streams · {2} cool-downs': '进行中 {0}，其中流式 {1} · 冷却 {2}',
  'first byte p95 {0}': '首字 p95 {0}',
  'overhead p50 {0}, p99 {1}': '网关自身耗时 p50 {0}，p99 {1}',
  '{0} tokens/s': '{0} token/秒',
  '{0}/h spend · {1}/h cost': '消费 {0}/小时 · 成本 {1}/小时',
  '{0} settlements pending': '待结算 {0}',
  'database ok': '数据库正常',
  'the database cannot be written': '数据库无法写入',
  'per s': '每秒',
  'first p95': '首字 p95',
  'tokens/s': 'token/秒',
  '$/h': '美元/时',
  model: '模型',
  process: '进程',
  memory: '内存',
  'loop p99': '循环 p99',
  ledger: '账本',
} as const
