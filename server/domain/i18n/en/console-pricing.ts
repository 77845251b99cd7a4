import type { Dict } from '../dict'
import type { zhConsolePricing } from '../zh/console-pricing'

export const enConsolePricing: Dict<typeof zhConsolePricing> = {
  'field.pricing.model_name': 'Model',
  'field.pricing.available': 'Available',
  'field.pricing.quota_type': 'Priced by',
  'field.pricing.enable_groups': 'Groups',
  'field.pricing.model_ratio': 'Ratios',
  'field.pricing.promptUsd': 'Prompt / 1M',
  'field.pricing.completionUsd': 'Completion / 1M',
  'field.pricing.cacheReadUsd': 'Cache read / 1M',
  'field.pricing.cacheWriteUsd': 'Cache write / 1M',
  'pricing.description':
    'In dollars, with the ratio of the group worked in; 1M is a million tokens.',
  'pricing.search': 'Search model names',
  'pricing.sort': 'Order',
  'pricing.sort_name': 'By name',
  'pricing.sort_cheap': 'Cheapest first',
  'pricing.sort_dear': 'Dearest first',
  'pricing.by_tokens': 'Tokens',
  'pricing.by_call': 'Call',
  'pricing.per_call': '{{price}} / call',
  'pricing.audio': 'Audio {{price}}',
  'pricing.ratio_model': 'Model {{ratio}}',
  'pricing.ratio_completion': 'Completion {{ratio}}',
  'pricing.available': 'The group {{group}} can use this model',
  'pricing.unavailable': 'The group {{group}} cannot use this model',
  'pricing.not_priced': 'Not priced',
  'pricing.not_priced_text': 'This model has no price yet, so calls of it are refused',
  'pricing.groups': 'See the prices of another group',
  'pricing.view_group': 'See the prices of {{name}}, ratio {{ratio}}',
  'pricing.note_visitor':
    'You are not signed in: these are the prices of {{name}} ({{text}}), group ratio {{ratio}}.',
  'pricing.note_own': 'Your group is {{name}} ({{text}}), group ratio {{ratio}}.',
  'pricing.note_other': 'These are the prices of {{name}} ({{text}}), group ratio {{ratio}}.',
  'pricing.copy_chosen': 'Copy chosen models',
  'pricing.choose_one': 'Choose at least one model.',
  'pricing.empty': 'There is no model to use yet',
  'pricing.empty_text':
    'Once the operator enables a channel, its models and prices are listed here.',
  'pricing.explain': 'How prices are worked out',
  'pricing.explain_one': 'How {{name}} is priced',
  'pricing.explain_of': '{{name}}, group {{group}}',
  'pricing.formula':
    'Cost in dollars = group ratio × model ratio × (prompt tokens + completion tokens × completion ratio) ÷ 500,000',
  'pricing.formula_million':
    'Price of 1M prompt tokens = model ratio {{model}} × 2 × group ratio {{group}}; completion times its ratio {{completion}}',
  'pricing.formula_others':
    'Cached and audio tokens have ratios of their own on the prompt price; credits are rounded once.',
  'pricing.formula_call': 'Cost in dollars = price per call × group ratio, whatever the tokens',
  'pricing.further': 'Further prices',
  'pricing.step': 'More than {{above}} tokens in: in {{input}} · out {{output}} per 1M tokens',
  'pricing.tier': 'Service tier {{tier}}: the whole bill × {{factor}}',
  'pricing.example': 'Work it out',
  'pricing.example_cost': '{{credits}} credits, which is {{usd}}',
  'pricing.tokens_of': '{{name}} tokens',
}
