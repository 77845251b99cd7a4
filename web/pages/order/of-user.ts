/** What a box for a user means to lists: digits are an id, anything else a full name. */
export function ofUser(given: string) {
  if (given === '') return {}
  return /^\d+$/.test(given) ? { user_id: Number(given) } : { username: given }
}
