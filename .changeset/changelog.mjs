// The text of each change as it was written. The history of the file shows its commit.
export default {
  getReleaseLine: async ({ summary }) => {
    const text = summary.trim();
    return text.startsWith('- ') ? text : `- ${text.replaceAll('\n', '\n  ')}`;
  },
  getDependencyReleaseLine: async () => '',
};
