import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One file, dist/report.html, which CMake embeds in the program.
export default defineConfig({
  plugins: [
    // The data of a report never changes, so values may be taken from it once.
    svelte({ compilerOptions: { warningFilter: (w) => w.code !== 'state_referenced_locally' } }),
    viteSingleFile({ removeViteModuleLoader: true }),
  ],
  build: {
    target: 'es2022',
    rollupOptions: { input: 'report.html' },
  },
});
