import type { Dict } from '../dict'
import type { zhConsolePrice } from '../zh/console-price'

export const enConsolePrice: Dict<typeof zhConsolePrice> = {
  'nav.price': 'Model prices',
  'price_row.description':
    'Dollars per model, before group ratios. Changes apply to new requests immediately.',
  'price_row.unset_count':
    'Offered models without a price: {{count}}. Requests for them are refused.',
  'price_row.show_them': 'Show them',
  'price_row.show_units': 'With unit prices, thresholds or tiers',
  'price_row.show_offered': 'Offered by a channel',
  'price_row.add': 'Add price',
  'price_row.edit': 'Price of {{model}}',
  'price_row.remove_title': 'Remove the price of {{model}}?',
  'price_row.remove_text': 'Calls to it are refused until it has a price again.',
  'price_row.mode_token': 'By what a call uses',
  'price_row.mode_call': 'Per call',
  'price_row.call': 'Dollars per call',
  'price_row.prices': 'Prices',
  'price_row.prices_hint':
    'Dollars. A blank field follows its rule, which the grey figure shows: most are a share of the prompt price.',
  'price_row.add_unit': 'Add a unit',
  'price_row.remove_unit': 'Remove {{unit}}',
  'price_row.steps': 'Thresholds',
  'price_row.steps_hint':
    'Other prices for calls that read more than so many tokens, cached ones included. What is blank costs the same as below.',
  'price_row.step': 'Threshold {{number}}',
  'price_row.bound': 'More than so many prompt tokens',
  'price_row.bound_invalid': 'Enter a whole number of tokens above 0',
  'price_row.bound_twice': 'There is a threshold at this number already',
  'price_row.add_step': 'Add a threshold',
  'price_row.remove_step': 'Remove threshold {{number}}',
  'price_row.tiers': 'Service tiers',
  'price_row.tiers_hint':
    'What the bill is multiplied by when the upstream reports that it served the call this way. 0.5 halves it.',
  'price_row.tier_name': 'Tier',
  'price_row.tier_factor': 'Factor',
  'price_row.tier_invalid': 'Enter a name of at most 64 characters',
  'price_row.tier_twice': 'This tier is listed already',
  'price_row.add_tier': 'Add a tier',
  'price_row.remove_tier': 'Remove tier {{name}}',
  'price_row.is_ratio': 'ratio {{ratio}}',
  'price_row.times': '× {{ratio}}',
  'price_row.usd_and_ratio': '{{usd}} (ratio {{ratio}})',
  'price_row.above': 'above {{count}} tokens',
  'price_row.per_one': 'each',
  'price_row.change': 'Edit price',
  'price_row.history_short': 'Price history',
  'price_row.history': 'History',
  'price_row.history_of': 'History of {{model}}',
  'price_row.history_empty': 'Nobody has changed this price yet',
  'price_row.history_text': 'Who changed the price, when, and how. Newest first.',
  'price_row.nothing': 'none',
  'price_row.settings_note':
    'Prices in dollars, with thresholds and tiers, are under Model prices.',
  'price_row.model_price': 'Price per call',
  'price_row.unit_prices': 'Unit prices',
}
