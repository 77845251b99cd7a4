import type { Dict } from '../dict'
import type { zhVerify } from '../zh/verify'

export const enVerify: Dict<typeof zhVerify> = {
  'verify.title': 'Verify the channel {{name}}',
  'verify.text':
    'Asks the upstream {{questions}} questions that show whether it passes on what you pay for: model, streaming, usage, context, parameters and cache.',
  'verify.cost':
    'At most {{cost}} by your own prices (about {{prompt}} input and {{completion}} output tokens).',
  'verify.unpriced': 'This model has no price; the dearest is assumed.',
  'verify.model': 'Model',
  'verify.max_usd': 'Spend at most (US dollars)',
  'verify.begin': 'Ask',
  'verify.action': 'Verify upstream',
  'verify.spent': '{{asked}} questions asked, {{spent}} spent by the usage that the upstream told',
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
  'verify.verdict.unclear': 'Nothing could be told',
  'verify.model.same': 'Asked for {{model}}; answers name {{reported}}',
  'verify.model.other': 'Asked for {{model}}, but answers name {{reported}}',
  'verify.model.unnamed': 'Asked for {{model}}; the name in answers ({{reported}}) shows nothing',
  'verify.model.maker': 'Answers name {{reported}}, but asked for its maker it says {{maker}}',
  'verify.streaming.spread':
    'Began after {{waited}} s and came in {{pieces}} pieces within {{spread}} s',
  'verify.streaming.whole': 'The whole answer came in {{pieces}} pieces: this is no streaming',
  'verify.streaming.burst':
    'After {{waited}} s all {{pieces}} pieces came within {{spread}} s: written first, then recited',
  'verify.streaming.quick':
    'Too quick or too short to tell ({{pieces}} pieces within {{spread}} s)',
  'verify.usage.fair': 'The upstream counts {{theirs}} where we count {{ours}}',
  'verify.usage.inflated':
    'The upstream counts {{theirs}} where we count {{ours}}: {{factor}} times as much',
  'verify.usage.hidden':
    'A prompt of {{ours}} tokens is counted as {{theirs}}: something was added, or made up',
  'verify.usage.untold': 'The upstream tells no usage',
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
    'The same prompt came again {{times}} times and no cache was told: the discount is kept from you',
  'verify.cache.none':
    'The same prompt came again {{times}} times and no cache was told; the maker may have none',
  'verify.unasked': 'The question was refused, or the money was spent',
}
