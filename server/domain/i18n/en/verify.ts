import type { Dict } from '../dict'
import type { zhVerify } from '../zh/verify'

export const enVerify: Dict<typeof zhVerify> = {
  'verify.title': 'Verify the channel {{name}}',
  'verify.text':
    'Sends the upstream {{questions}} request{{questions, s}} that check whether you get what you pay for: model, streaming, usage, context, parameters and cache.',
  'verify.cost':
    'At most {{cost}} by your own prices (about {{prompt}} input and {{completion}} output tokens).',
  'verify.unpriced': 'This model has no price; the dearest is assumed.',
  'verify.model': 'Model',
  'verify.max_usd': 'Spend at most (US dollars)',
  'verify.begin': 'Ask',
  'verify.action': 'Verify upstream',
  'verify.spent':
    '{{asked}} request{{asked, s}} sent, {{spent}} spent according to the usage that the upstream reported',
  'verify.check.model': 'Model',
  'verify.check.streaming': 'Streaming',
  'verify.check.usage': 'Usage',
  'verify.check.context': 'Context',
  'verify.check.parameters': 'Parameters',
  'verify.check.cache': 'Cache',
  'verify.state.passed': 'fine',
  'verify.state.failed': 'suspicious',
  'verify.state.unclear': 'inconclusive',
  'verify.verdict.clean': 'No sign of dishonesty',
  'verify.verdict.suspect': 'There are signs of dishonesty',
  'verify.verdict.unclear': 'Inconclusive',
  'verify.model.same': 'Requested {{model}}; responses name {{reported}}',
  'verify.model.other': 'Requested {{model}}, but responses name {{reported}}',
  'verify.model.unnamed':
    'Requested {{model}}; the name in responses ({{reported}}) is inconclusive',
  'verify.model.maker': 'Responses name {{reported}}, but the model says it was made by {{maker}}',
  'verify.streaming.spread':
    'Began after {{waited}} s and came in {{pieces}} pieces within {{spread}} s',
  'verify.streaming.whole':
    'The response arrived in {{pieces}} piece{{pieces, s}}: this is not streaming',
  'verify.streaming.burst':
    'After {{waited}} s all {{pieces}} pieces came within {{spread}} s: written first, then recited',
  'verify.streaming.quick':
    'Too quick or too short to tell ({{pieces}} pieces within {{spread}} s)',
  'verify.usage.fair': 'The upstream counts {{theirs}} where we count {{ours}}',
  'verify.usage.inflated':
    'The upstream counts {{theirs}} where we count {{ours}}: {{factor}} times as much',
  'verify.usage.hidden':
    'A prompt of {{ours}} tokens is counted as {{theirs}}: something was added, or made up',
  'verify.usage.untold': 'The upstream does not report usage',
  'verify.context.whole': 'All {{hidden}} words hidden in {{tokens}} tokens were found',
  'verify.context.cut':
    'Of {{hidden}} words hidden in {{tokens}} tokens {{found}} were found, and {{theirs}} tokens counted: the context is cut',
  'verify.context.lost':
    'None of the {{hidden}} hidden words was found; the model may just not have obeyed',
  'verify.parameters.kept': 'Arrived: {{kept}}; cannot tell: {{untold}}',
  'verify.parameters.dropped': 'Did not arrive: {{dropped}}; arrived: {{kept}}',
  'verify.parameters.untold': 'Cannot tell of any: {{untold}}',
  'verify.cache.passed': 'When the same prompt came again, {{tokens}} tokens came from a cache',
  'verify.cache.kept':
    'The same prompt was sent {{times}} more time{{times, s}} and no cached tokens were reported: you do not get the discount',
  'verify.cache.none':
    'The same prompt was sent {{times}} more time{{times, s}} and no cached tokens were reported; the vendor may have no cache',
  'verify.unasked': 'The question was refused, or the money was spent',
}
