/** Numbers for rows that are known by name only: the same name has the same one every time. */
export function rowNumbers(): (name: string) => number {
  const numbers = new Map<string, number>()
  return (name) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
}
