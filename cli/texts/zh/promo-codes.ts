/** `gw promo-code`. */
export const ZH_PROMO_CODES = {
  'codes that make orders cheaper': '使订单减价的优惠码',
  'promo code, or its id': '优惠码或其 ID',
  'list promo codes with how often they were used, newest first':
    '列出优惠码及使用次数，最新的在前',
  'beginning of the code or of the note': '优惠码或备注的开头',
  'list the orders and plans that were bought with a code, newest first':
    '列出使用某优惠码购买的订单和套餐，最新的在前',
  'show what a promo code takes off, its limits and how often it was used':
    '显示优惠码的减免、限制和使用次数',
  'make a code that makes orders cheaper': '新建优惠码',
  'code that buyers type (default: drawn)': '买家输入的优惠码（默认随机生成）',
  'change a promo code; orders that were made before stay as they are':
    '修改优惠码；此前的订单不受影响',
  'delete a promo code that nothing was ordered with, and print what it was':
    '删除未使用过的优惠码，并显示其内容',
  'percent off the price, such as 20 or 12.5': '减免百分比，如 20 或 12.5',
  'dollars off the price, instead of --percent': '减免金额（美元），代替 --percent',
  'most that --percent takes off; 0 for any': '--percent 最多减免的金额（美元）；0 为不限',
  'what it is for (default all)': '适用范围（默认 all）',
  'plans it is for, such as Pro,Max; "none" for every plan':
    '适用的套餐，如 Pro,Max；“none”为所有套餐',
  'least worth of an order, in dollars': '订单的最低价值（美元）',
  'whether it is for first orders only': '是否仅限首单',
  'how often it counts in all; 0 for no limit': '总共可用次数；0 为不限',
  'how often it counts for a user (default 1); 0 for no limit':
    '每位用户可用次数（默认 1）；0 为不限',
  'from when; "none" for at once': '生效时间；“none”为立即生效',
  'until when, such as 30d; "none" for no end': '截止时间，如 30d；“none”为不截止',
  'whether it counts at all (default true)': '是否启用（默认 true）',
  'promo code that makes it cheaper': '使其减价的优惠码',
  'give either --percent or --off': '--percent 和 --off 只能给出一个',
  '--percent must be a percentage, such as 20 or 12.5': '--percent 须为百分比，如 20 或 12.5',
  'Delete the promo code {0}?': '删除优惠码 {0}？',
  PAYING: '已付款',
  REWARDS: '付款奖励',
  OFF: '减免',
  'APPLIES TO': '适用于',
  UNPAID: '待支付',
  'MOST USES': '总次数',
  'AT MOST OFF': '最高减免',
  'LEAST ORDER': '最低订单',
  'FIRST ORDER': '仅限首单',
  PLANS: '套餐',
  'VALID UNTIL': '有效期至',
  'VALID FROM': '生效时间',
  'TAKEN OFF': '已减免',
  FOR: '用于',
  'CENTS OFF': '减免（分）',
  plans: '套餐',
  held: '待支付',
  released: '已退还',
}
