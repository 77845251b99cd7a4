/** Where `g` and a letter lead to. */
export const PLACES: Readonly<Record<string, string>> = {
  o: '/overview',
  l: '/log',
  t: '/token',
  e: '/explore',
  s: '/setting',
  c: '/channel',
  m: '/model',
  p: '/price',
  u: '/user',
  f: '/finance',
}
