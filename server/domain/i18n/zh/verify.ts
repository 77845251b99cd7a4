import type { Evidence, FindingState, Verdict, VerifyCheck } from '../../verify/findings'

/** What the questions that show a dishonest relay have found. */
export const zhVerify = {
  'verify.title': '检验渠道 {{name}}',
  'verify.text':
    '向上游提出 {{questions}} 个问题，看它是否如实转发：模型、流式、用量、上下文、参数和缓存。',
  'verify.cost':
    '按您的价格表，最多 {{cost}}（输入约 {{prompt}}、输出约 {{completion}} 个 Token）。',
  'verify.unpriced': '此模型没有价格，按最贵的价格估算。',
  'verify.model': '模型',
  'verify.max_usd': '最多花费（美元）',
  'verify.begin': '开始提问',
  'verify.action': '检验上游',
  'verify.spent': '已提问 {{asked}} 个，按上游报告的用量花费 {{spent}}',
  'verify.check.model': '模型',
  'verify.check.streaming': '流式',
  'verify.check.usage': '用量',
  'verify.check.context': '上下文',
  'verify.check.parameters': '参数',
  'verify.check.cache': '缓存',
  'verify.state.passed': '正常',
  'verify.state.failed': '可疑',
  'verify.state.unclear': '无法判断',
  'verify.verdict.clean': '没有发现不诚实的迹象',
  'verify.verdict.suspect': '有不诚实的迹象',
  'verify.verdict.unclear': '无法判断',
  'verify.model.same': '请求 {{model}}，回答自称 {{reported}}',
  'verify.model.other': '请求 {{model}}，回答却自称 {{reported}}',
  'verify.model.unnamed': '请求 {{model}}，回答中的模型名称（{{reported}}）不能说明问题',
  'verify.model.maker': '回答自称 {{reported}}，但在问到厂商时说 {{maker}}',
  'verify.streaming.spread': '{{waited}} 秒后开始，在 {{spread}} 秒内分 {{pieces}} 段到达',
  'verify.streaming.whole': '整个回答只分 {{pieces}} 段到达：不是真正的流式',
  'verify.streaming.burst':
    '等待 {{waited}} 秒后，{{pieces}} 段在 {{spread}} 秒内全部到达：先写完再假装流式',
  'verify.streaming.quick': '回答太快或太短，看不出是否真正流式（{{pieces}} 段，{{spread}} 秒）',
  'verify.usage.fair': '上游计 {{theirs}}，我们计 {{ours}}',
  'verify.usage.inflated': '上游计 {{theirs}}，我们计 {{ours}}：是 {{factor}} 倍',
  'verify.usage.hidden': '{{ours}} 个 Token 的提示被计为 {{theirs}}：有人添加了内容或虚增',
  'verify.usage.untold': '上游没有报告用量',
  'verify.context.whole': '{{tokens}} 个 Token 中藏的 {{hidden}} 个词全部找到',
  'verify.context.cut':
    '{{tokens}} 个 Token 中藏的 {{hidden}} 个词只找到 {{found}} 个（上游计 {{theirs}}）：上下文被截断',
  'verify.context.lost': '藏的 {{hidden}} 个词一个也没有找到，模型可能只是没有遵从',
  'verify.parameters.kept': '已送达：{{kept}}；无法判断：{{untold}}',
  'verify.parameters.dropped': '未送达：{{dropped}}；已送达：{{kept}}',
  'verify.parameters.untold': '没有一个能够判断：{{untold}}',
  'verify.cache.passed': '同样的提示再次发送时，{{tokens}} 个 Token 来自缓存',
  'verify.cache.kept': '同样的提示再次发送 {{times}} 次，没有报告缓存：折扣没有给您',
  'verify.cache.none': '同样的提示再次发送 {{times}} 次，没有报告缓存；厂商未必会缓存',
  'verify.unasked': '问题被拒绝，或费用已达上限',
} as const satisfies Record<`verify.${Evidence}`, string> &
  Record<`verify.check.${VerifyCheck}`, string> &
  Record<`verify.state.${FindingState}`, string> &
  Record<`verify.verdict.${Verdict}`, string> &
  Record<string, string>
