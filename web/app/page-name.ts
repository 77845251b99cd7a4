/** What files of one page are called: "/token/:id" is "token-id", and "/" is "home". */
export function pageName(path: string): string {
  return path.replace(/[^a-z\d]+/gi, '-').replace(/^-|-$/g, '') || 'home'
}
