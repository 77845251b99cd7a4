/** Hands a text to the browser as a file. */
export function downloadFile(name: string, source: string, type: string): void {
  const address = URL.createObjectURL(new Blob([source], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
