import type { Dict } from '../dict'
import type { zhConsolePricing } from '../zh/console-pricing'

export const enConsolePricing: Dict<typeof zhConsolePricing> = {
  'field.pricing.model_name': 'Model',
  'field.pricing.available': 'Available',
  'field.pricing.quota_type': 'Billing',
  'field.pricing.enable_groups': 'Groups',
  'field.pricing.model_ratio': 'Ratios',
  'field.pricing.promptUsd': 'Input / 1M',
  'field.pricing.completionUsd': 'Output / 1M',
  'field.pricing.cacheReadUsd': 'Cache read / 1M',
  'field.pricing.cacheWriteUsd': 'Cache write / 1M',
  'pricing.description': 'US dollars per 1M tokens, with the group ratio applied.',
  'pricing.search': 'Search model names',
  'pricing.sort': 'Sort by',
  'pricing.sort_name': 'By name',
  'pricing.sort_cheap': 'Lowest price',
  'pricing.sort_dear': 'Highest price',
  'pricing.any_billing': 'All billing types',
  'pricing.by_tokens': 'Per token',
  'pricing.by_call': 'Per request',
  'pricing.per_call': '{{price}} / request',
  'pricing.audio': 'Audio {{price}}',
  'pricing.ratio_model': 'Model {{ratio}}',
  'pricing.ratio_completion': 'Completion {{ratio}}',
  'pricing.available': 'Available to the group {{group}}',
  'pricing.unavailable': 'Not available to the group {{group}}',
  'pricing.not_priced': 'Not priced',
  'pricing.not_priced_text': 'This model has no price yet; requests for it are refused',
  'pricing.groups': 'Prices for another group',
  'pricing.view_group': 'Show prices for {{name}}, ratio {{ratio}}',
  'pricing.note_visitor':
    'Prices for the group {{name}} ({{text}}), ratio {{ratio}}. Log in to see yours.',
  'pricing.note_own': 'Your group is {{name}} ({{text}}), ratio {{ratio}}.',
  'pricing.note_other': 'Prices for the group {{name}} ({{text}}), ratio {{ratio}}.',
  'pricing.copy_chosen': 'Copy selected models',
  'pricing.choose_one': 'Select at least one model.',
  'pricing.empty': 'No models yet',
  'pricing.empty_text':
    'Once the operator enables a channel, its models and prices are listed here.',
  'pricing.explain': 'How prices work',
  'pricing.explain_one': 'How {{name}} is priced',
  'pricing.explain_of': '{{name}}, group {{group}}',
  'pricing.formula':
    'Cost in dollars = group ratio × model ratio × (input tokens + output tokens × completion ratio) ÷ 500,000',
  'pricing.formula_million':
    '1M input tokens = model ratio {{model}} × 2 × group ratio {{group}}; output tokens × {{completion}}',
  'pricing.formula_others':
    'Cached and audio tokens have their own ratios on the input price; credits are rounded once, at the end.',
  'pricing.formula_call':
    'Cost in dollars = price per request × group ratio, regardless of the number of tokens',
  'pricing.further': 'More prices',
  'pricing.step': 'More than {{above}} tokens in: in {{input}} · out {{output}} per 1M tokens',
  'pricing.tier': 'Service tier {{tier}}: total × {{factor}}',
  'pricing.example': 'Try the numbers',
  'pricing.example_cost': '{{credits}} credits, or {{usd}}',
  'pricing.tokens_of': '{{name}} tokens',
}
