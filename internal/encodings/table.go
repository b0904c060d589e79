package main

import (
	"fmt"
	"strings"
)

// table prints a table in Markdown.
func table(first string, columns []string, rows [][]string) {
	fmt.Printf("| %s | %s |\n|%s\n", first, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)+1))
	for _, row := range rows {
		fmt.Printf("| %s |\n", strings.Join(row, " | "))
	}
	fmt.Println()
}
